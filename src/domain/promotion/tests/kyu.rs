//! Kyu events: wins, several thresholds, shares of the group, quarters of the standings.

use super::*;

#[test]
fn shanghai_three_wins_lift_one_rung_and_stop_the_pairing() {
    // a wins three and is paired no more; c has a bye; b and d both lose in round 4; f withdraws after round 2;
    // e holds 7级 and is a guest in the group 10-8.
    let table = "
        a 10级 m | +b +c +e .
        b 9级  f | -a -e -d xd
        c 8级  m | +d -a b  +e
        d 10级 f | -c +f +b xb
        e 7级  m | +f +b -a -c
        f 8级  m | -e -d .  .
    ";
    let outcome = run("shanghai-kyu", "10-8", table, &Context::default());
    // Points: a 6, c 6, d 4, e 4, b 0, f 0. Opponents: a has b 0 + c 6 + e 4 = 10, c has d 4 + a 6 + e 4 = 14;
    // d has c 6 + f 0 + b 0 + b 0 = 6, e has f 0 + b 0 + a 6 + c 6 = 12; b has a 6 + e 4 + d 4 + d 4 = 18,
    // f has e 4 + d 4 = 8.
    assert_eq!(
        lines(&outcome, table),
        ["c 1 7级 10-8-3w", "a 2 9级 10-8-3w", "e 3 - -", "d 4 - -", "b 5 - -", "f 6 - -",]
    );
    let tally = |n: usize| &outcome.standings.rows[n].tally;
    assert_eq!((tally(0).wins, tally(0).won(), tally(0).losses, tally(0).byes), (3, 2, 1, 1));
    assert!(reason(&outcome, table, "c").starts_with("2 wins, 1 bye counted as a win; at least 3 needed"));
    assert_eq!((tally(3).wins, tally(3).losses), (2, 2), "both lose is a loss for d");
    assert!(reason(&outcome, table, "a").starts_with("3 wins; at least 3 needed"));
    assert_eq!(reason(&outcome, table, "d"), "2 wins; 3 needed");
    assert_eq!(reason(&outcome, table, "e"), "holds 7 kyu, above group 10-8 kyu, and is not promoted here");
}

#[test]
fn shanghai_from_ungraded_to_the_first_dan() {
    let ungraded = "
        a - m | b b
        b - f | b -c
        c - m | . +b
    ";
    let outcome = run("shanghai-kyu", "ungraded", ungraded, &Context::default());
    assert_eq!(lines(&outcome, ungraded)[0], "a 1 10级 ungraded-2w");
    let five = "a 1级 m | b b b b b";
    assert_eq!(lines(&run("shanghai-kyu", "1", five, &Context::default()), five), ["a 1 1段 1-5w"]);
    let two = "a 2级 m | b b b b b";
    assert_eq!(lines(&run("shanghai-kyu", "2", two, &Context::default()), two), ["a 1 1级 2-5w"]);
    let four = "a 2级 m | b b b b .";
    assert_eq!(
        reason(&run("shanghai-kyu", "2", four, &Context::default()), four, "a"),
        "0 wins, 4 byes counted as wins; 5 needed"
    );
}

#[test]
fn hangzhou_adults_by_wins_with_lower_awards_below() {
    let table = "
        a -   m birth=1990-05-01 | +b +c +d +e b
        b 2级 m birth=1999-12-31 | -a +d +e +c .
        c 2级 f birth=2000-01-01 | b  -a +f -b +e
        d 1段 m birth=1980-01-01 | +e -b -a b  .
        e -   m birth=2008-06-01 | -d +f -b -a -c
        f 5级 m birth=1970-01-01 | .  -e -c b  b
    ";
    let context = Context { date: "2026-05-31".parse().ok(), ..Context::default() };
    let outcome = run("hangzhou-adult-2018", "all", table, &context);
    // Wins: a 5, b 3, c 3, d 2, e 1, f 2. e is 17 on the day and holds nothing; d holds 1段 already.
    // b and c: 6 points each; opponents b: a 10 + d 4 + e 2 + c 6 = 22, c: a 10 + f 4 + b 6 + e 2 = 22;
    // beaten b: d 4 + e 2 + c 6 = 12, c: f 4 + e 2 = 6. d has e 2 + b 6 + a 10 = 18, f has e 2 + c 6 = 8.
    assert_eq!(
        lines(&outcome, table),
        ["a 1 1段 all-5w", "b 2 - -", "c 3 - -", "d 4 - -", "f 5 3级 all-2w", "e 6 - -",]
    );
    // b's three wins are worth 2级, which b holds: what could lift b is 1级.
    assert_eq!(reason(&outcome, table, "b"), "3 wins; 4 needed");
    assert_eq!(reason(&outcome, table, "d"), "already holds 1 dan; nothing higher is won here");
    assert_eq!(reason(&outcome, table, "e"), "aged 17 on the day of the event; the group asks for ≥18");
    let unknown = run("hangzhou-adult-2018", "all", table, &Context::default());
    assert!(
        reason(&unknown, table, "a").ends_with(
            "age not checked: no date of the event; one promotion a month not checked: no date of the event"
        )
    );
    assert!(unknown.notes.iter().any(|note| note.zh == "年龄未核对：没有赛事日期"));
}

#[test]
fn zhuhai_kyu_lifts_one_or_two_rungs() {
    let table = "
        a 8级 m | b b b b b . .
        b 8级 m | b b b b . . .
        c 3级 f | b b b b b . .
        d 4级 f | b b . . . . .
    ";
    let outcome = run("zhuhai-2013", "8-3", table, &Context::default());
    let mut got = lines(&outcome, table);
    got.sort();
    assert_eq!(
        got.iter().map(|l| l.split_once(' ').unwrap().1.split_once(' ').unwrap().1).collect::<Vec<_>>(),
        ["6级 8-3-5w", "7级 8-3-3w", "1级 8-3-5w", "- -"]
    );
    let ungraded = "
        a - m | b b b b .
        b - m | b b b . .
        c - m | b . . . .
        d - m | -e . . . .
        e - m | +d b . . .
    ";
    let outcome = run("zhuhai-2013", "ungraded", ungraded, &Context::default());
    let awards: Vec<_> = lines(&outcome, ungraded).iter().map(|l| l.split(' ').nth(2).unwrap().to_owned()).collect();
    assert_eq!(awards, ["8级", "9级", "10级", "10级", "-"]);
    let ten = "a 10级 m | b b b b .";
    assert_eq!(lines(&run("zhuhai-2013", "10-9", ten, &Context::default()), ten), ["a 1 8级 10-9-4w"]);
}

#[test]
fn qinhuangdao_shares_of_the_group_climb_a_ladder_with_gaps() {
    // 75 % of 5 who started is 3.75, rounded 4; z never came and does not count. y holds 5级: a guest that uses
    // up no place. x holds 15级 and should have entered there.
    let table = "
        v 10级 m | b +w +y
        w 10级 m | b -v +x
        x 15级 f | +y -u -w
        u 10级 f | . +x .
        y 5级  m | -x .  -v
        z 10级 m | .  .  .
    ";
    let outcome = run("qinhuangdao-2026", "10", table, &Context::default());
    assert_eq!(outcome.standings.size.started, 5);
    // Points v 6, w 4, x 2, u 2, y 0. x and u: opponents x: y 0 + u 2 + w 4 = 6, u: x 2.
    assert_eq!(
        lines(&outcome, table),
        ["v 1 5级 10-share", "w 2 5级 10-share", "x 3 - -", "u 4 5级 10-share", "y 5 - -", "z 6 - -",]
    );
    assert_eq!(reason(&outcome, table, "x"), "holds 15 kyu; the group asks for at least 10 kyu");
    assert_eq!(reason(&outcome, table, "z"), "did not play a single round");
    assert!(reason(&outcome, table, "u").starts_with("1 win, place 4 of 5; 4 places at 75 %"));
}

#[test]
fn nanan_kyu_by_quarters_of_the_standings() {
    // Ten players: the quarters end at 2.5 → 3, 5, 7.5 → 8 and 10.
    let mut table = String::new();
    for n in 0..10 {
        // Player n has 10 - n wins by byes, so the order is plain.
        let wins = "b ".repeat(10 - n);
        let absent = ". ".repeat(n);
        let grade = if n == 6 { "9级" } else { "10级" };
        table.push_str(&format!("p{n} {grade} m | {wins}{absent}\n"));
    }
    let outcome = run("nanan", "9-7", &table, &Context::default());
    let awards: Vec<_> = lines(&outcome, &table).iter().map(|l| l.split(' ').nth(2).unwrap().to_owned()).collect();
    assert_eq!(awards, ["7级", "7级", "7级", "8级", "8级", "9级", "-", "9级", "-", "-"]);
    assert_eq!(
        reason(&outcome, &table, "p6"),
        "0 wins, 4 byes counted as wins, place 7 of 10; in part 3 of 4 of the standings; part 2 or better is needed"
    );
}
