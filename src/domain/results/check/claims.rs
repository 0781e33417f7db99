//! The awards that a file publishes, against those that the scheme gives for its results.

use super::super::field::Field;
use super::super::model::Entry;
use super::Checker;
use super::eligibility::cited;
use crate::domain::finding::{Part, Place, codes};
use crate::domain::grade::Grade;
use crate::domain::promotion::{Context, promote};
use crate::domain::scheme::{Group, Scheme};
use crate::text::{Bilingual, both};
use std::collections::{HashMap, HashSet};

/// Says which awards the results do not give, and whether there are more of them than can be given. Who is not named as
/// promoted is not asked about: not everybody takes an award up.
pub(super) fn check(checker: &mut Checker<'_>, scheme: &Scheme, group: &Group, entries: &[&Entry]) {
    if checker.refused {
        return;
    }
    let sheet = checker.sheet;
    let own: HashSet<u32> = entries.iter().map(|entry| entry.line).collect();
    let claimed: Vec<(usize, Grade)> = (0..sheet.entries.len())
        .filter(|index| own.contains(&sheet.entries[*index].line))
        .filter_map(|index| Some((index, checker.published.get(index)?.award?)))
        .collect();
    if claimed.is_empty() {
        return;
    }
    let asked = checker.context;
    let context = Context { date: asked.date, agency: asked.agency.clone(), level: asked.level, ..Context::default() };
    // The parameters are in the scheme already.
    let Ok(outcome) = promote(scheme, group, sheet, &context) else { return };
    let given: HashMap<usize, Option<Grade>> =
        outcome.players.iter().map(|player| (player.entry, player.award)).collect();
    // A lot may have fallen otherwise on the spot: where it decides between clauses, whoever drew may have won it.
    let by: HashMap<usize, Option<&str>> =
        outcome.players.iter().map(|player| (player.entry, player.clause.as_deref())).collect();
    let decides = |lot: &&Vec<usize>| lot.iter().any(|entry| by.get(entry) != by.get(&lot[0]));
    let drawn: HashSet<usize> = outcome.standings.lots.iter().filter(decides).flatten().copied().collect();
    let awards = given.values().filter(|award| award.is_some()).count();
    if claimed.len() > awards {
        let place = Place::part(Part::Players).column(checker.headers.of(Field::Award));
        let raise = codes::E524.at(place).found(claimed.len().to_string()).expected(format!("≤ {awards}"));
        checker.log.raise(cited(raise, scheme, Some(group)).with_both("group", group.label()));
    }
    for (index, grade) in claimed {
        let award = given.get(&index).copied().flatten();
        if award == Some(grade) || drawn.contains(&index) {
            continue;
        }
        let place = checker.of_entry(&sheet.entries[index], Field::Award);
        let raise = codes::W523.at(place).found_grade(Some(grade));
        let raise = match award {
            Some(award) => raise.expected_grade("", Some(award)),
            None => {
                let none: Bilingual = both("finding.W523.none", &[]);
                raise.expected_words(none.zh.clone(), none)
            }
        };
        checker.log.raise(cited(raise, scheme, Some(group)).with_both("group", group.label()));
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::results::{CheckContext, NamedBytes, ResultsInput, check, read};
    use crate::domain::scheme::builtin;

    /// What is said of the awards that a file publishes: code, line, found, expected. Three of ten are promoted.
    fn said(results: &str, players: &str) -> Vec<String> {
        let reading = read(&ResultsInput {
            results: NamedBytes { name: "event.csv", bytes: results.as_bytes() },
            players: Some(NamedBytes { name: "players.csv", bytes: players.as_bytes() }),
        });
        assert!(reading.usable().is_some(), "{:#?}", reading.findings());
        let scheme = builtin("open-test", None);
        let context = CheckContext { scheme, group: Some("all".to_owned()), ..CheckContext::default() };
        let claims = |f: &&crate::domain::finding::Finding| matches!(f.code, "W523" | "E524");
        let findings = check(&reading, &context);
        findings
            .iter()
            .filter(claims)
            .map(|f| format!("{} {} {} {}", f.code, f.line.unwrap_or(0), f.found, f.expected))
            .collect()
    }

    /// 1 beat 2 and 3, 2 beat 4, 4 beat 3; of four players 30 % is one place, for 1, who holds 1级.
    const GAMES: &str = "round,black,white,result\n1,1,2,B\n1,4,3,B\n2,1,3,B\n2,2,4,B\n";

    fn players(awards: [&str; 4]) -> String {
        let mut text = "id,name,grade,授予\n".to_owned();
        for (n, (name, award)) in ["张子轩", "李思涵", "王小明", "赵雨桐"].iter().zip(awards).enumerate() {
            text.push_str(&format!("{},{name},1级,{award}\n", n + 1));
        }
        text
    }

    #[test]
    fn an_award_that_the_results_do_not_give_is_told_and_so_are_more_than_the_places() {
        let of = |awards| said(GAMES, &players(awards));
        assert_eq!(of(["1段", "", "-", "无"]), Vec::<String>::new());
        assert_eq!(of(["", "", "", ""]), Vec::<String>::new(), "who takes nothing up is asked nothing");
        assert_eq!(of(["2段", "", "", ""]), ["W523 2 2段 1段"]);
        assert_eq!(of(["", "1段", "", ""]), ["W523 3 1段 不授予"], "no more than there are places, but of another");
        assert_eq!(of(["1段", "1段", "", ""]), ["E524 0 2 ≤ 1", "W523 3 1段 不授予"]);
    }

    #[test]
    fn a_place_that_only_a_lot_gives_may_be_of_any_who_drew() {
        // 1 beat 3 and 2 beat 4: 1 and 2 are equal in everything, and there is one place.
        let games = "round,black,white,result\n1,1,3,B\n1,2,4,B\n";
        for awards in [["1段", "", "", ""], ["", "1段", "", ""]] {
            assert_eq!(said(games, &players(awards)), Vec::<String>::new());
        }
        assert_eq!(said(games, &players(["1段", "1段", "", ""])), ["E524 0 2 ≤ 1"]);
        assert_eq!(said(games, &players(["", "", "1段", ""])), ["W523 4 1段 不授予"]);
    }

    #[test]
    fn final_tables_of_platforms_name_awards_too() {
        let boards = "轮次,台号,黑方,黑方得分,白方得分,白方\n1,1,张子轩,2,0,李思涵\n1,2,赵雨桐,2,0,王小明\n\
                      2,1,张子轩,2,0,王小明\n2,2,李思涵,2,0,赵雨桐\n";
        let finals = |two: &str| {
            format!(
                "名次,姓名,级段,积分,升段\n1,张子轩,1级,4,\n2,李思涵,1级,2,{two}\n4,王小明,1级,0,\n3,赵雨桐,1级,2,\n"
            )
        };
        assert_eq!(said(boards, &finals("1段")), ["W523 3 1段 不授予"]);
        assert_eq!(said(boards, &finals("√")), Vec::<String>::new(), "a mark names no grade");
    }
}
