//! Dan events: shares of the group, quotas filled by win groups, reserved places, early stop.

use super::*;
use crate::domain::scheme::Level;
use crate::domain::standings::Left;

/// A line with so many wins (byes) out of seven rounds, the later ones missed.
fn with_wins(id: &str, grade: &str, sex: &str, wins: usize) -> String {
    format!("{id} {grade} {sex} | {}{}\n", "b ".repeat(wins), ". ".repeat(7 - wins))
}

#[test]
fn anhui_half_of_the_first_dan_group_with_certificates_of_the_province() {
    // 50 % of 6 is 3. d withdrew after round 2 and counts among those who started; e holds 1段; f's certificate is
    // from Jiangsu.
    let table = "
        a 1级 m cert=340120001 | +b +c +d
        b 1级 m cert=340120002 | -a +d +c
        c 1级 f cert=340120003 | +e -a -b
        d 2级 m                | +f -b -a
        e 1段 m cert=340120004 | -c +f b
        f 1级 f cert=320120004 | -d -e .
    ";
    let context = Context { agency: Some("340".into()), level: Some(Level::Province), ..Context::default() };
    let outcome = run("anhui-2018", "定段", table, &context);
    // Points a 6, b 4, e 4, c 2, d 2, f 0. b: opponents a 6 + d 2 + c 2 = 10; e: c 2 + f 0 = 2.
    // c: e 4 + a 6 + b 4 = 14; d: f 0 + b 4 + a 6 = 10. Three places: a, b, then c, for e is a guest.
    assert_eq!(
        lines(&outcome, table),
        [
            "a 1 1段 first-dan-share",
            "b 2 1段 first-dan-share",
            "e 3 - -",
            "c 4 1段 first-dan-share",
            "d 5 - -",
            "f 6 - -",
        ]
    );
    assert_eq!(reason(&outcome, table, "d"), "1 win, place 5 of 6; 3 places at 50 %, the last went to place 4");
    assert_eq!(reason(&outcome, table, "f"), "certificate 320120004 was not issued by this province (34)");
}

#[test]
fn the_reason_of_the_first_who_misses_reads_as_a_referee_would_say_it() {
    // Forty players, 30 % of them are 12 places; the 13th has four wins.
    let mut table = String::new();
    for n in 1..=40 {
        let wins = if n <= 12 { 5 } else { usize::from(n == 13) * 4 };
        table.push_str(&with_wins(&format!("p{n}"), "1级", "m", wins.max(1)));
    }
    let outcome = run("open-test", "all", &table, &Context::default());
    assert_eq!(outcome.awards().count(), 12);
    assert_eq!(reason(&outcome, &table, "p13"), "0 wins, 4 byes counted as wins, place 13 of 40; 12 places at 30 %");
    let zh = &outcome.players.iter().find(|p| p.place == 13).unwrap().reason.zh;
    assert_eq!(zh, "0胜，轮空4次计胜，第13名（共40人）；按30%为12个名额");
}

#[test]
fn zhuhai_fills_the_quota_with_fives_then_fours_and_adds_the_best_woman() {
    // 25 % of 8 is 2: m1 (6 wins) and w1 (5). Beside it the best woman with four wins who is left: w2, although
    // m2 stands above her.
    let table = [
        with_wins("m1", "1段", "m", 6),
        with_wins("w1", "2段", "f", 5),
        "m2 1段 m | b b b b . . .\n".to_owned(),
        "w2 1段 f | . b b b b . .\n".to_owned(),
        "w3 1段 f | . . b b b b .\n".to_owned(),
        with_wins("m3", "1段", "m", 3),
        with_wins("m4", "1段", "m", 2),
        with_wins("m5", "2段", "m", 1),
    ]
    .concat();
    let outcome = run("zhuhai-2013", "1-2段", &table, &Context::default());
    assert_eq!(
        lines(&outcome, &table)[..6],
        ["m1 1 2段 1-2d-share", "w1 2 3段 1-2d-share", "m2 3 - -", "w2 4 2段 1-2d-woman", "w3 5 - -", "m3 6 - -",]
    );
    assert_eq!(reason(&outcome, &table, "m2"), "0 wins, 4 byes counted as wins, place 3 of 8; 2 places at 25 %");
    assert!(
        reason(&outcome, &table, "w2")
            .starts_with("0 wins, 4 byes counted as wins, place 4 of 8; 1 place reserved for women")
    );
    assert_eq!(
        reason(&outcome, &table, "w3"),
        "0 wins, 4 byes counted as wins, place 5 of 8; 1 place reserved for women, the last went to place 4"
    );
    assert_eq!(reason(&outcome, &table, "m3"), "0 wins, 3 byes counted as wins; 4 needed");
}

#[test]
fn zhuhai_serves_the_reserved_place_first_where_the_fives_alone_overfill_the_quota() {
    // Three players with five wins and more for two places: the best woman takes the reserved place, the quota
    // goes on with the others, and four wins reach nothing.
    let table = [
        with_wins("m1", "1段", "m", 6),
        with_wins("w1", "1段", "f", 5),
        "m2 1段 m | . b b b b b .\n".to_owned(),
        with_wins("w2", "1段", "f", 4),
        with_wins("m3", "1段", "m", 1),
        with_wins("m4", "1段", "m", 1),
        with_wins("m5", "1段", "m", 1),
        with_wins("m6", "1段", "m", 1),
    ]
    .concat();
    let outcome = run("zhuhai-2013", "1-2段", &table, &Context::default());
    assert_eq!(
        lines(&outcome, &table)[..4],
        ["m1 1 2段 1-2d-share", "w1 2 2段 1-2d-woman", "m2 3 2段 1-2d-share", "w2 4 - -"]
    );
}

#[test]
fn zhuhai_a_win_over_the_woman_above_does_not_cost_the_reserved_place() {
    // One place (25 % of 4). y and m have five wins and more, x four: y takes the reserved place and m the quota.
    // Had the quota been served first, y would have it before and x the reserved place; after x beats y, the quota
    // would be m's, the reserved place y's, and x would have lost the award by winning.
    let table = |x: &str, y: &str| {
        format!(
            "y 1段 f | b b b b b b {y}
             m 1段 m | b b b b b b b
             x 1段 f | . . b b b b {x}
             n 1段 m | b . . . . . ."
        )
    };
    for (x, y) in [("-y", "+x"), ("+y", "-x")] {
        let table = table(x, y);
        let outcome = run("zhuhai-2013", "1-2段", &table, &Context::default());
        let clause = |id: &str| lines(&outcome, &table).into_iter().find(|l| l.starts_with(id)).unwrap();
        assert!(clause("y").ends_with("2段 1-2d-woman") && clause("m").ends_with("2段 1-2d-share"), "{x}");
        assert!(clause("x").ends_with("- -"), "{x}");
    }
}

#[test]
fn zhuhai_first_dan_group_falls_back_to_the_first_kyu() {
    // 30 % of 4 is 1.2: one place. b (a woman with five wins) has the reserved place; c has three wins and gets
    // 1级; d holds 1级 already.
    let table = [
        with_wins("a", "1级", "m", 6),
        with_wins("b", "2级", "f", 5),
        with_wins("c", "2级", "m", 3),
        "d 1级 m | . b b b . . .\n".to_owned(),
    ]
    .concat();
    let outcome = run("zhuhai-2013", "定段", &table, &Context::default());
    assert_eq!(
        lines(&outcome, &table),
        ["a 1 1段 first-dan-share", "b 2 1段 first-dan-woman", "c 3 1级 first-dan-3w", "d 4 - -"]
    );
    assert_eq!(reason(&outcome, &table, "d"), "0 wins, 3 byes counted as wins, place 4 of 4; 1 place at 30 %");
}

#[test]
fn putian_stops_at_four_wins_or_four_losses_and_withdraws_after_two_absences() {
    // a wins four and leaves. b is out after round 4: the win of round 6, played by mistake, counts as c's loss only.
    // d and e miss rounds 5 and 6 and are withdrawn: d's bye of round 7 does not count.
    let table = "
        a 1级 m | +b +c +d +e . .  .
        b 1级 m | -a -e -c -d . +c .
        c 1级 f | +e -a +b b  . -b b
        d 1级 m | b  .  -a +b . .  b
        e 1级 m | -c +b .  -a . .  .
    ";
    let outcome = run("putian-2024", "定段", table, &Context::default());
    // Points a 8, c 8, d 4, e 2, b 0. Opponents a: b 0 + c 8 + d 4 + e 2 = 14; c: e 2 + a 8 + b 0 + b 0 = 10.
    assert_eq!(
        lines(&outcome, table),
        ["a 1 1段 first-dan-4w", "c 2 1段 first-dan-4w", "d 3 - -", "e 4 - -", "b 5 - -"]
    );
    let tally = |n: usize| &outcome.standings.rows[n].tally;
    assert_eq!((tally(0).done, tally(0).left), (Some(4), None));
    assert_eq!((tally(1).wins, tally(1).losses), (4, 2));
    assert_eq!((tally(2).wins, tally(2).left), (2, Some(Left::Withdrawn(6))));
    assert_eq!((tally(4).wins, tally(4).losses, tally(4).left), (0, 4, Some(Left::OnLosses(4))));
    assert_eq!(reason(&outcome, table, "d"), "1 win, 1 bye counted as a win; 4 needed");
    let two_dan = "
        a 2段 m | b b b b . b .
        b 2段 m | b b b b . . .
    ";
    let outcome = run("putian-2024", "2段", two_dan, &Context::default());
    assert_eq!(lines(&outcome, two_dan), ["a 1 3段 2d-5w", "b 2 - -"]);
}

#[test]
fn fujian_top_three_by_points_then_opponents_then_beaten() {
    let table = "
        a 5段 m birth=1990-01-01 | +b +c +d b
        b 5段 m birth=1956-05-01 | -a +d b  +c
        c 5段 f birth=1990-01-01 | b  -a +e -b
        d 5段 m birth=1990-01-01 | +e -b -a +e
        e 5段 m birth=1950-01-01 | -d b  -c -d
        f 6段 m birth=1990-01-01 | .  .  .  .
    ";
    let context = Context {
        date: "2022-08-20".parse().ok(),
        level: Some(Level::Province),
        agency: Some("350".into()),
        ..Context::default()
    };
    let outcome = run("fujian-6dan-2022", "all", table, &context);
    // Points a 8, b 6, c 4, d 4, e 2. c: opponents a 8 + e 2 + b 6 = 16; d: e 2 + b 6 + a 8 + e 2 = 18.
    // b is 66 on the day, over 65: the places go to a, d, c. The ceiling of a province is 5段 elsewhere, 6段 here.
    assert_eq!(
        lines(&outcome, table),
        ["a 1 6段 all-top3", "b 2 - -", "d 3 6段 all-top3", "c 4 6段 all-top3", "e 5 - -", "f 6 - -"]
    );
    assert_eq!(reason(&outcome, table, "b"), "aged 66 on the day of the event; the group asks for ≤65");
    let city = Context { level: Some(Level::City), ..Context::default() };
    let outcome = run("fujian-6dan-2022", "all", table, &city);
    assert_eq!(outcome.awards().count(), 0);
    assert_eq!(reason(&outcome, table, "a"), "6 dan is above the ceiling of this event, 3 dan");
}

#[test]
fn nanan_dan_by_a_third_also_for_those_who_enter_above_their_grade() {
    let table = [
        with_wins("a", "1段", "m", 6),
        with_wins("b", "1级", "m", 5),
        with_wins("c", "1段", "m", 4),
        with_wins("d", "2段", "m", 3),
        with_wins("e", "1段", "m", 2),
    ]
    .concat();
    // A third of 5 is 1.67, rounded 2.
    let outcome = run("nanan", "1段", &table, &Context::default());
    assert_eq!(lines(&outcome, &table)[..4], ["a 1 2段 1d-share", "b 2 2段 1d-share", "c 3 - -", "d 4 - -"]);
    assert_eq!(reason(&outcome, &table, "c"), "0 wins, 4 byes counted as wins, place 3 of 5; 2 places at 1/3");
}
