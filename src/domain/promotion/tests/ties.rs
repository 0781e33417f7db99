//! The order of players with equal points, and what a cut-off between them does.

use super::*;
use crate::domain::promotion::promote;
use crate::domain::scheme::{TieBreak, load};
use crate::domain::standings::Row;
use std::collections::BTreeMap;

/// 30 % of 5 is 1.5, rounded half up to 2 (Yixing 2025). a has four points; b and c have two each and are equal in
/// opponents' points (a 4 + d 2 and e 2 + a 4), in warnings, have not met, and have beaten an opponent of two points.
const YIXING: &str = "
    a 1级 m | +b +c
    b 1级 m | -a +d
    c 1级 m | +e -a
    d 1级 f | b  -b
    e 1级 f | -c b
";

#[test]
fn yixing_rounds_half_up_and_decides_the_last_place_by_lot() {
    // `printf 0:b | sha256sum` begins with e0, 0:c with be; 1:b with 6f, 1:c with b8. The smaller lot wins.
    let winner = |seed| {
        let outcome = run("yixing-2025", "定段", YIXING, &Context { lot_seed: seed, ..Context::default() });
        assert_eq!(outcome.awards().count(), 2);
        assert_eq!(lines(&outcome, YIXING)[0], "a 1 1段 first-dan-share");
        assert!(outcome.standings.rows[1].tiebreaks.iter().any(|(name, _)| *name == TieBreak::Lot));
        lines(&outcome, YIXING)[1].clone()
    };
    assert_eq!(winner(0), "c 2 1段 first-dan-share");
    assert_eq!(winner(1), "b 2 1段 first-dan-share");
}

#[test]
fn yixing_fewer_warnings_stand_before_the_lot() {
    let warned = YIXING.replace("b 1级 m | -a +d", "b 1级 m | -a! +d");
    for seed in 0..8 {
        let outcome = run("yixing-2025", "定段", &warned, &Context { lot_seed: seed, ..Context::default() });
        assert_eq!(lines(&outcome, &warned)[1], "c 2 1段 first-dan-share");
    }
}

#[test]
fn yixing_quota_is_announced_for_each_event_within_bounds() {
    let with = |quota: &str| {
        let parameters = BTreeMap::from([("quota-定段".to_owned(), quota.to_owned())]);
        let scheme = builtin("yixing-2025", None).unwrap();
        let context = Context { parameters, ..Context::default() };
        promote(&scheme, scheme.group("定段").unwrap(), &crosstable(YIXING), &context)
    };
    assert_eq!(with("60%").unwrap().awards().count(), 3);
    assert_eq!(with("20%").unwrap().awards().count(), 1);
    for bad in ["61%", "0%", "three"] {
        assert_eq!(with(bad).unwrap_err()[0].code, "out-of-bounds", "{bad}");
    }
    let scheme = builtin("yixing-2025", None).unwrap();
    let unknown = BTreeMap::from([("rounding".to_owned(), "floor".to_owned())]);
    assert_eq!(scheme.with_parameters(&unknown).unwrap_err()[0].code, "unknown-parameter", "the regulation fixes it");
}

fn ordered_by(order: &str, ties: &str, table: &str) -> Outcome {
    under(&format!("order = [\"points\", {order}]\nties = \"{ties}\""), table)
}

/// The outcome under rules of standings, as the scheme file writes them.
fn under(standings: &str, table: &str) -> Outcome {
    let text = format!(
        "id = \"t\"\nversion = 1\nname = {{ zh = \"试\", en = \"t\" }}\nladder = \"national\"\n\
         [source]\ntitle = {{ zh = \"试\", en = \"t\" }}\n[standings]\n{standings}\n\
         [[group]]\nid = \"all\"\ngrades = \"any\"\narticle = {{ zh = \"一\", en = \"1\" }}\n\
         [[group.clause]]\nid = \"best\"\nplaces = 2\nup = 1\n"
    );
    let scheme = load(&text).unwrap_or_else(|p| panic!("{p:#?}"));
    promote(&scheme, scheme.group("all").unwrap(), &crosstable(table), &Context::default()).unwrap()
}

fn ids(outcome: &Outcome, table: &str) -> String {
    lines(outcome, table).iter().map(|line| line.split(' ').next().unwrap()).collect()
}

/// Points a 4, b 4, c 4, d 2, e 2, f 0: a beat b, b beat c, c beat a, all three beat one of the others.
const RING: &str = "
    a 1段 m | +b -c +d
    b 1段 m | -a +e +c
    c 1段 m | +f +a -b
    d 1段 m | +e .  -a
    e 1段 m | -d -b +f
    f 1段 m | -c .  -e
";

#[test]
fn each_criterion_orders_by_its_own_value() {
    // Opponents: a: b 4 + c 4 + d 2 = 10; b: a 4 + e 2 + c 4 = 10; c: f 0 + a 4 + b 4 = 8; d: e 2 + a 4 = 6;
    // e: d 2 + b 4 + f 0 = 6.
    // Beaten: a: b 4 + d 2 = 6; b: e 2 + c 4 = 6; c: f 0 + a 4 = 4; d: e 2; e: f 0.
    // Cumulative: a 2+2+4 = 8; b 0+2+4 = 6; c 2+4+4 = 10; d 2+2+2 = 6; e 0+0+2 = 2.
    assert_eq!(ids(&ordered_by("\"cumulative\"", "lot", RING), RING), "cabdef");
    assert_eq!(ids(&ordered_by("\"opponents\", \"cumulative\"", "lot", RING), RING), "abcdef");
    assert_eq!(ids(&ordered_by("\"beaten\", \"cumulative\"", "lot", RING), RING), "abcdef");
    assert_eq!(ids(&ordered_by("\"best-beaten\", \"cumulative\"", "lot", RING), RING), "cabdef");
    // Among a, b, c everyone has one win: the direct results leave them equal; d beat e.
    assert_eq!(ids(&ordered_by("\"direct\", \"cumulative\"", "lot", RING), RING), "cabdef");
    // Exactly two: d and e; a and b are left equal by opponents, and a beat b.
    assert_eq!(ids(&ordered_by("\"opponents\", \"direct-if-two\"", "lot", RING), RING), "abcdef");
}

/// a had a bye and lost to c, who missed the first round; b won by forfeit against d, and both missed the second.
const UNPLAYED: &str = "
    a 1段 m | b  -c
    b 1段 m | fd .
    c 1段 m | .  +a
    d 1段 m | gb .
";

/// The values of a tie-break, in the order of the players' ids.
fn values(outcome: &Outcome, criterion: TieBreak) -> Vec<i64> {
    let mut rows: Vec<_> = outcome.standings.rows.iter().collect();
    rows.sort_by_key(|row| row.entry);
    let of = |row: &Row| row.tiebreaks.iter().find(|(name, _)| *name == criterion).unwrap().1;
    rows.into_iter().map(of).collect()
}

#[test]
fn games_not_played_weigh_in_tie_breaks_as_the_scheme_says() {
    let with = |more: &str| {
        let order = "order = [\"points\", \"opponents\", \"beaten\", \"best-beaten\"]\nties = \"share\"\n";
        let outcome = under(&format!("{order}{more}"), UNPLAYED);
        [TieBreak::Opponents, TieBreak::Beaten, TieBreak::BestBeaten].map(|criterion| values(&outcome, criterion))
    };
    // Points: a 2 (bye), b 2 (by forfeit), c 2 (beat a), d 0. As any game: a met c, b met d, c met a, d met b.
    assert_eq!(with(""), [vec![2, 0, 2, 2], vec![0, 0, 2, 0], vec![0, 0, 2, 0]]);
    // The bye adds a's own 2 points to a's opponents, and to nobody else's.
    assert_eq!(with("bye_opponent = \"self\""), [vec![4, 0, 2, 2], vec![0, 0, 2, 0], vec![0, 0, 2, 0]]);
    // Without the forfeited game b and d have met nobody.
    assert_eq!(with("forfeit_opponent = \"nobody\""), [vec![2, 0, 2, 0], vec![0, 0, 2, 0], vec![0, 0, 2, 0]]);
    // b, c and d missed a round each, a none: as seen by others b 3, c 3, d 1, a 2.
    assert_eq!(with("missed_round = \"draw\""), [vec![3, 1, 2, 3], vec![0, 1, 2, 0], vec![0, 1, 2, 0]]);
    // Nobody's own points change by any of them.
    let all = "order = [\"points\"]\nbye_opponent = \"self\"\nforfeit_opponent = \"nobody\"\nmissed_round = \"draw\"";
    let points: Vec<u32> = under(all, UNPLAYED).standings.rows.iter().map(|row| row.tally.points).collect();
    assert_eq!(points, [2, 2, 2, 0]);
}

#[test]
fn where_places_are_shared_all_who_share_the_last_one_rise() {
    let outcome = ordered_by("\"direct\"", "share", RING);
    let places: Vec<_> = outcome.players.iter().map(|p| p.place).collect();
    assert_eq!(places, [1, 1, 1, 4, 5, 6]);
    assert_eq!(outcome.awards().count(), 3, "two places, and all three share the first");
    assert!(outcome.standings.lots.is_empty());
}

#[test]
fn unplayed_results_bring_what_they_say_and_no_more() {
    let table = "
        a 1段 m | yb vc ?d fe b =f
        b 1段 m | ya xd .  gf . -c
        c 1段 m | b va .  .  . +b
        d 1段 m | .  xb ?a .  b .
        e 1段 m | .  .  .  ga . b
        f 1段 m | .  .  .  fb . =a
    ";
    let outcome = ordered_by("\"opponents\"", "share", table);
    let of = |id: &str| {
        let place = lines(&outcome, table).iter().position(|line| line.starts_with(id)).unwrap();
        let tally = &outcome.standings.rows[place].tally;
        (tally.points, tally.wins, tally.losses, tally.draws)
    };
    // a: both win 2, void 0, missing 0, forfeit won 2, bye 2, draw 1.
    assert_eq!(of("a"), (7, 3, 0, 1));
    // b: both win 2, both lose 0, forfeit lost 0, lost 0.
    assert_eq!(of("b"), (2, 1, 3, 0));
    assert_eq!(of("d"), (2, 1, 1, 0));
    assert_eq!(outcome.standings.unreported, 1);
    assert!(outcome.notes.iter().any(|n| n.en == "results missing: 1"));
}
