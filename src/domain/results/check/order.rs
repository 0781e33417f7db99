//! The places that a file publishes, against those that the scheme's rules give.

use super::super::field::Field;
use super::super::model::Entry;
use super::Checker;
use super::eligibility::cited;
use crate::domain::finding::{Place, codes};
use crate::domain::scheme::{Group, Scheme};
use crate::domain::standings::{Rules, standings};
use std::collections::HashSet;

/// A player with the place that the file publishes and the first that the rules allow.
struct Placed<'a> {
    entry: &'a Entry,
    index: usize,
    published: u32,
    computed: usize,
    last: usize,
}

/// Names the players who have to move for the published order to be the computed one, as few as can be. Places that
/// are shared, and those that only a lot decides, may stand in either order: the lot was drawn on the spot.
pub(super) fn check(checker: &mut Checker<'_>, scheme: &Scheme, group: &Group, entries: &[&Entry]) {
    if checker.refused || checker.sheet.games.is_empty() {
        return;
    }
    let sheet = checker.sheet;
    // Lines of the players file are those of its entries, and no two have the same.
    let own: HashSet<u32> = entries.iter().map(|entry| entry.line).collect();
    let members: Vec<usize> = (0..sheet.entries.len()).filter(|n| own.contains(&sheet.entries[*n].line)).collect();
    let published = |index: usize| checker.published.get(index).and_then(|published| published.place);
    if !members.iter().any(|index| published(*index).is_some()) {
        return;
    }
    let table = standings(sheet, &members, &Rules::of(scheme, group, 0));
    let mut drawn = vec![1; sheet.entries.len()];
    for lot in &table.lots {
        for entry in lot {
            drawn[*entry] = lot.len();
        }
    }
    let mut placed = Vec::with_capacity(table.rows.len());
    let mut first = 0;
    while let Some(row) = table.rows.get(first) {
        // Those among whom lots were drawn stand together, and so do those who share the place.
        let sharing = table.rows[first..].iter().take_while(|other| other.place == row.place).count();
        let last = first + drawn[row.entry].max(sharing);
        for row in &table.rows[first..last.min(table.rows.len())] {
            if let Some(place) = published(row.entry) {
                placed.push(Placed {
                    entry: &sheet.entries[row.entry],
                    index: row.entry,
                    published: place,
                    computed: first + 1,
                    last,
                });
            }
        }
        first = last;
    }
    placed.sort_by_key(|player| (player.published, player.computed));
    let keep = longest_rising(&placed.iter().map(|player| player.computed).collect::<Vec<_>>());
    for (player, _) in placed.iter().zip(keep).filter(|(_, keep)| !keep) {
        let expected = match player.last - player.computed {
            0 => player.computed.to_string(),
            _ => format!("{}-{}", player.computed, player.last),
        };
        let mut place = checker.of_entry(player.entry, Field::Place);
        if let Some(published) = checker.published.get(player.index) {
            place = Place { part: published.part, line: Some(published.line), ..place };
        }
        let raise = codes::W522.at(place).found(player.published.to_string()).expected(expected);
        let raise = cited(raise, scheme, Some(group)).with_both("group", group.label());
        checker.log.raise(raise);
    }
}

/// Which numbers belong to a longest run that never falls.
fn longest_rising(numbers: &[usize]) -> Vec<bool> {
    // The end of the best run of each length, by index, and for each number the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] <= *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut keep = vec![false; numbers.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        keep[at] = true;
        next = before[at];
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::longest_rising;
    use crate::domain::finding::Finding;
    use crate::domain::results::{CheckContext, NamedBytes, ResultsInput, check, read};
    use crate::domain::scheme::builtin;

    /// What is said of the order of a file, under a scheme that is open to every grade: person, place, expected.
    fn said(name: &str, results: &str, players: Option<&str>, group: Option<&str>) -> Vec<String> {
        let reading = read(&ResultsInput {
            results: NamedBytes { name, bytes: results.as_bytes() },
            players: players.map(|text| NamedBytes { name: "event.players.csv", bytes: text.as_bytes() }),
        });
        assert!(reading.usable().is_some(), "{:#?}", reading.findings());
        let context = CheckContext {
            scheme: group.and_then(|_| builtin("open-test", None)),
            group: group.map(str::to_owned),
            ..CheckContext::default()
        };
        let findings = check(&reading, &context);
        let order = findings.iter().filter(|finding| finding.code == "W522");
        let tell = |f: &Finding| {
            format!("{}:{} {} {}", f.line.unwrap_or(0), f.column.clone().unwrap_or_default(), f.found, f.expected)
        };
        order.map(tell).collect()
    }

    /// 1 beat 2 and 3, 2 beat 4, 4 beat 3: points 4, 2, 0, 2. 2 and 4 are equal in points; 2's opponents (1: 4, 4: 2) have
    /// more than 4's (2: 2, 3: 0), so the order is 1, 2, 4, 3.
    const GAMES: &str = "round,black,white,result\n1,1,2,B\n1,4,3,B\n2,1,3,B\n2,2,4,B\n";

    fn players(places: [&str; 4]) -> String {
        let mut text = "id,name,grade,名次\n".to_owned();
        for (n, (name, place)) in ["张子轩", "李思涵", "王小明", "赵雨桐"].iter().zip(places).enumerate() {
            text.push_str(&format!("{},{name},1级,{place}\n", n + 1));
        }
        text
    }

    #[test]
    fn a_published_order_that_the_rules_do_not_give_is_told_with_who_has_to_move() {
        let of = |places| said("event.results.csv", GAMES, Some(&players(places)), Some("all"));
        assert_eq!(of(["1", "2", "4", "3"]), Vec::<String>::new());
        assert_eq!(of(["第1名", "第2名", "第4名", "第3名"]), Vec::<String>::new(), "as tables on walls write it");
        assert_eq!(of(["1", "3", "4", "2"]), ["5:名次 2 3"], "2 and 4 have changed places: one of them has to move");
        assert_eq!(of(["2", "3", "1", "4"]), ["4:名次 1 4"], "the last was put first");
        assert_eq!(of(["1", "2", "4", "2"]), Vec::<String>::new(), "published as shared, which is no other order");
        assert_eq!(of(["1", "", "", "2"]), Vec::<String>::new(), "who has no place is not compared");
        assert_eq!(said("event.results.csv", GAMES, Some(&players(["2", "1", "4", "3"])), None).len(), 0, "no rules");
    }

    #[test]
    fn what_a_lot_decides_may_stand_in_either_order() {
        // 1 beat 3, 2 beat 4, all with the same tie-breaks within a pair: 1 and 2 are equal, and so are 3 and 4.
        let games = "round,black,white,result\n1,1,3,B\n1,2,4,B\n";
        let of = |places| said("event.results.csv", games, Some(&players(places)), Some("all"));
        assert_eq!(of(["1", "2", "3", "4"]), Vec::<String>::new());
        assert_eq!(of(["2", "1", "4", "3"]), Vec::<String>::new());
        assert_eq!(of(["1", "3", "2", "4"]), ["4:名次 2 3-4"]);
    }

    #[test]
    fn the_places_of_other_programs_are_compared_too() {
        let h9 = "1 Li Xiao 1K CN xxxx 4 0 0 0 2+/b 3+/b\n{2} Wang Hong 1K CN xxxx 2 0 0 0 1-/w 4+/b\n\
                  4 Zhao Ming 1K CN xxxx 0 0 0 0 4-/w 1-/w\n{3} Chen Yu 1K CN xxxx 2 0 0 0 3+/b 2-/w\n";
        let tou = "1 Li Xiao 1K 1000001 31Pa 2+b0 3+b0\n{2} Wang Hong 1K 1000002 31Pa 1-w0 4+b0\n\
                   4 Zhao Ming 1K 1000003 31Pa 4-w0 1-w0\n{3} Chen Yu 1K 1000004 31Pa 3+b0 2-w0\n";
        for (name, text) in [("event.h9", h9), ("event.tou", tou)] {
            let of = |two: &str, three: &str| text.replace("{2}", two).replace("{3}", three);
            assert_eq!(said(name, &of("2", "3"), None, Some("all")), Vec::<String>::new(), "{name}");
            assert_eq!(said(name, &of("3", "2"), None, Some("all")), ["4:place 2 3"], "{name}");
        }
        let record = |number: u8, name: &str, place: &str, rounds: &str| {
            let id = "";
            format!(
                "001 {number:>4} m 1K {name:<33} {:>4} {:>3} {id:>11} {:<10} {:>4} {place:>4}{rounds}\n",
                "", "", "", ""
            )
        };
        let trf = |two: &str, four: &str| {
            record(1, "Li, Xiao", "1", "     2 b 1     3 b 1")
                + &record(2, "Wang, Hong", two, "     1 w 0     4 b 1")
                + &record(3, "Zhao, Ming", "4", "     4 w 0     1 w 0")
                + &record(4, "Chen, Yu", four, "     3 b 1     2 w 0")
        };
        assert_eq!(said("event.trf", &trf("2", "3"), None, Some("all")), Vec::<String>::new());
        assert_eq!(said("event.trf", &trf("3", "2"), None, Some("all")), ["4:86-89 2 3"]);
        let boards = "轮次,台号,黑方,黑方得分,白方得分,白方\n1,1,张子轩,2,0,李思涵\n1,2,赵雨桐,2,0,王小明\n\
                      2,1,张子轩,2,0,王小明\n2,2,李思涵,2,0,赵雨桐\n";
        let finals = |two: &str, four: &str| {
            format!("名次,姓名,级段,积分\n1,张子轩,1级,4\n{two},李思涵,1级,2\n4,王小明,1级,0\n{four},赵雨桐,1级,2\n")
        };
        assert_eq!(said("boards.csv", boards, Some(&finals("2", "3")), Some("all")), Vec::<String>::new());
        assert_eq!(said("boards.csv", boards, Some(&finals("3", "2")), Some("all")), ["5:名次 2 3"]);
        // A file of another program beside a players file of ours, which says who the players are and no places.
        let ours = "id,name,grade\n1,Xiao Li,1级\n2,Hong Wang,1级\n3,Ming Zhao,1级\n4,Yu Chen,1级\n";
        let wrong = h9.replace("{2}", "3").replace("{3}", "2");
        assert_eq!(said("event.h9", &wrong, Some(ours), Some("all")), ["4:place 2 3"]);
    }

    #[test]
    fn a_place_left_out_is_shared_with_the_line_above() {
        let text = "1 Li Xiao 1K CN xxxx 2 0 0 0 2+/b\n2 Wang Hong 1K CN xxxx 0 0 0 0 1-/w\n\
                    Zhao Ming 1K CN xxxx 0 0 0 0 4-/w\n1 Chen Yu 1K CN xxxx 2 0 0 0 3+/b\n";
        assert_eq!(said("event.h9", text, None, Some("all")), Vec::<String>::new());
        assert_eq!(said("event.h9", &text.replace("1 Chen", "3 Chen"), None, Some("all")), ["4:place 3 1-2"]);
    }

    #[test]
    fn as_few_as_can_be_have_to_move() {
        let moved = |numbers: &[usize]| longest_rising(numbers).iter().filter(|keep| !**keep).count();
        assert_eq!(moved(&[1, 2, 3, 4]), 0);
        assert_eq!(moved(&[4, 1, 2, 3]), 1, "the last stands first");
        assert_eq!(moved(&[2, 2, 1, 4, 4]), 1, "equal places may stand in either order");
        assert_eq!(moved(&[3, 2, 1]), 2);
        assert_eq!(moved(&[]), 0);
        assert_eq!(longest_rising(&[1, 3, 2, 4]), [true, false, true, true]);
    }
}
