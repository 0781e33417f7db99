use super::*;

const B: Winner = Winner::Side(Colour::Black);
const W: Winner = Winner::Side(Colour::White);

fn outcome(raw: &str) -> (Outcome, Vec<Code>) {
    let mut findings = Findings::default();
    let outcome = read(raw, 0, &mut findings);
    (outcome, findings.list.iter().map(|finding| finding.code).collect())
}

fn margin_of(quarters: u32, unit: Option<Unit>) -> Option<Margin> {
    Some(Margin { quarters, unit })
}

#[test]
fn counted_results_in_every_way_of_writing() {
    use Unit::{Points, Zi};
    for (raw, winner, margin) in [
        ("B+3.5", B, margin_of(14, None)),
        ("W+0.50", W, margin_of(2, None)),
        ("B+12", B, margin_of(48, None)),
        ("b + 2,5", B, margin_of(10, None)),
        ("W+0.25", W, margin_of(1, Some(Zi))),
        ("W+1/4", W, margin_of(1, Some(Zi))),
        ("B+1/4子", B, margin_of(1, Some(Zi))),
        ("黑胜1又1/4子", B, margin_of(5, Some(Zi))),
        ("黑胜1又3/4子", B, margin_of(7, Some(Zi))),
        ("白胜1/4子", W, margin_of(1, Some(Zi))),
        ("白胜43.5目", W, margin_of(174, Some(Points))),
        ("黑1/4子胜", B, margin_of(1, Some(Zi))),
        ("白1.5目勝ち!", W, margin_of(6, Some(Points))),
        ("白番半目勝ち", W, margin_of(2, Some(Points))),
        ("白胜半目", W, margin_of(2, Some(Points))),
        ("黑胜四分之三子", B, margin_of(3, Some(Zi))),
        ("흑 3집반승", B, margin_of(14, Some(Points))),
        ("백 1.5집승", W, margin_of(6, Some(Points))),
        ("Black wins by 0.5!", B, margin_of(2, None)),
        ("B+0", B, margin_of(0, None)),
        ("Black+3.5", B, margin_of(14, None)),
        ("共245手 白胜1/4子", W, margin_of(1, Some(Zi))),
        ("黑贴3又3/4子 白胜1又1/4子", W, margin_of(5, Some(Zi))),
        ("白 3.5", W, margin_of(14, None)),
        ("黒＋２．５", B, margin_of(10, None)),
    ] {
        let (read, _) = outcome(raw);
        assert_eq!((read.winner, read.by, read.margin), (winner, By::Count, margin), "{raw}");
    }
}

#[test]
fn results_without_a_count() {
    for (raw, winner, by) in [
        ("B+R", B, By::Resignation),
        ("White+R", W, By::Resignation),
        ("168手 黑中盘胜", B, By::Resignation),
        ("白胜(黑认输)", W, By::Resignation),
        ("黑超时负 白胜", W, By::Time),
        ("判白胜", W, By::Forfeit),
        ("w+r", W, By::Resignation),
        ("W+Resign", W, By::Resignation),
        ("B+R (9 moves)", B, By::Resignation),
        ("黑中盘胜", B, By::Resignation),
        ("白中押し勝ち", W, By::Resignation),
        ("黒番中押し勝ち", B, By::Resignation),
        ("흑 불계승", B, By::Resignation),
        ("White wins by resignation", W, By::Resignation),
        ("White resigns.", B, By::Resignation),
        ("Black resigns. W 12.5 B 3.5", W, By::Resignation),
        ("黑方认输", W, By::Resignation),
        ("W+T", W, By::Time),
        ("W+Time Over", W, By::Time),
        ("B+timeout", B, By::Time),
        ("白超时胜", W, By::Time),
        ("黑超时负", W, By::Time),
        ("흑 시간승", B, By::Time),
        ("white wins by time", W, By::Time),
        ("B+F", B, By::Forfeit),
        ("白弃权负", B, By::Forfeit),
        ("B+Forfeit", B, By::Forfeit),
        ("黑反则负", W, By::Illegal),
        ("B+Illegal", B, By::Illegal),
        ("W+Repetition", W, By::Illegal),
        ("B+", B, By::Unknown),
        ("黑胜", B, By::Unknown),
        ("白负", B, By::Unknown),
        ("Draw", Winner::Draw, By::Count),
        ("0", Winner::Draw, By::Count),
        ("Jigo", Winner::Draw, By::Count),
        ("W+Jigo", Winner::Draw, By::Count),
        ("和棋", Winner::Draw, By::Count),
        ("持碁", Winner::Draw, By::Count),
        ("Void", Winner::Void, By::Unknown),
        ("無勝負", Winner::Void, By::Unknown),
        ("?", Winner::Unknown, By::Unknown),
        ("has adjourned.", Winner::Unknown, By::Unknown),
        ("john wins", Winner::Unknown, By::Unknown),
        ("", Winner::Unknown, By::Unknown),
    ] {
        let (read, _) = outcome(raw);
        assert_eq!((read.winner, read.by, read.margin), (winner, by, None), "{raw}");
    }
}

#[test]
fn remarks_and_lost_digits_are_said() {
    let (read, codes) = outcome("B+3.5 (moves after 240 not known)");
    assert_eq!((read.remark.as_str(), codes), ("(moves after 240 not known)", vec![Code::ResultRemark]));
    let (read, codes) = outcome("W+0.2");
    assert_eq!((read.margin, codes), (margin_of(1, Some(Unit::Zi)), vec![Code::ResultCut]));
    let (read, codes) = outcome("B+1.7");
    assert_eq!((read.margin, codes), (margin_of(7, Some(Unit::Zi)), vec![Code::ResultCut]));
    let (read, codes) = outcome("B+1.3");
    assert_eq!((read.winner, read.margin, codes), (B, None, vec![Code::ResultUnclear]));
    assert_eq!(outcome("B+R").1, []);
    assert_eq!(outcome("?").1, []);
    assert_eq!(outcome("").1, [Code::ResultMissing]);
}

#[test]
fn a_margin_without_a_unit_has_both_readings() {
    let margin = Margin { quarters: 6, unit: None };
    assert_eq!(margin.readings().collect::<Vec<_>>(), [(Unit::Points, HalfPoints(3)), (Unit::Zi, HalfPoints(6))]);
    let quarter = Margin { quarters: 1, unit: Some(Unit::Zi) };
    assert_eq!(quarter.readings().collect::<Vec<_>>(), [(Unit::Zi, HalfPoints(1))]);
    assert_eq!(quarter.half_points(), Some(HalfPoints(1)));
}
