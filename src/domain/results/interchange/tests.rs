use super::super::{Accepted, CheckContext, Encoding, GameResult, NamedBytes, Reading, ResultsInput, check, read};
use super::super::{Sheet, write_result};

fn named(name: &str, bytes: &[u8]) -> Reading {
    read(&ResultsInput { results: NamedBytes { name, bytes }, players: None })
}

fn of(text: &str) -> Reading {
    named("event.txt", text.as_bytes())
}

fn with_players(text: &str, players: &str) -> Reading {
    read(&ResultsInput {
        results: NamedBytes { name: "event.txt", bytes: text.as_bytes() },
        players: Some(NamedBytes { name: "players.csv", bytes: players.as_bytes() }),
    })
}

fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.findings().iter().map(|finding| finding.code).collect()
}

fn rules(reading: &Reading) -> Vec<&'static str> {
    let mut rules: Vec<_> = reading.adjustments.iter().map(|adjustment| adjustment.rule).collect();
    rules.dedup();
    rules
}

fn players(sheet: &Sheet) -> Vec<String> {
    let grade = |entry: &super::super::Entry| entry.grade.map_or_else(|| "-".to_owned(), |grade| grade.to_string());
    sheet.entries.iter().map(|entry| format!("{} {} {}", entry.id, entry.name, grade(entry))).collect()
}

fn games(sheet: &Sheet) -> Vec<String> {
    let id = |index: Option<usize>| index.map_or("-", |index| sheet.entries[index].id.as_str());
    let one = |game: &super::super::Game| {
        let komi = game.komi.map_or("-".to_owned(), super::super::write_komi);
        let (black, white) = (id(Some(game.black)), id(game.white));
        format!("{} {black}-{white} {} {} {komi}", game.round, write_result(game.result), game.handicap)
    };
    sheet.games.iter().map(one).collect()
}

const OPENGOTHA: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201" externalIPAddress="192.0.2.7" saveDT="20261001120000">
<Players>
<Player name="1460" firstName="苏海龙" rank="3D" club="QP" grade="3D"/>
<Player name="1461" firstName="林 &amp; 木" rank="12K" grade="12K"/>
<Player name="1462" firstName="İlker Yıldız" rank="28K" grade="28K"/>
<Player name="1463" firstName="何乙" rank="30K" grade=""/>
</Players>
<Games>
<Game roundNumber="1" tableNumber="0" blackPlayer="1460苏海龙" whitePlayer="1461林&amp;木" handicap="0" knownColor="true" result="RESULT_BLACKWINS"/>
<Game roundNumber="1" tableNumber="1" blackPlayer="1462ILKERYILDIZ" whitePlayer="1463何乙" handicap="2" knownColor="false" result="RESULT_WHITEWINS_BYDEF"/>
<Game roundNumber="2" tableNumber="0" blackPlayer="1461林&amp;木" whitePlayer="1462İLKERYILDIZ" handicap="0" knownColor="true" result="RESULT_BOTHLOOSE"/>
</Games>
<ByePlayers><ByePlayer roundNumber="2" player="1463何乙"/></ByePlayers>
<TournamentParameterSet><GeneralParameterSet komi="7.5" numberOfRounds="2"/></TournamentParameterSet>
</Tournament>"#;

#[test]
fn an_opengotha_file_is_the_event_with_every_repair_listed() {
    let reading = of(OPENGOTHA);
    assert_eq!(reading.accepted, Accepted::WithAdjustments, "{:#?}", reading.findings());
    let sheet = reading.usable().unwrap();
    assert_eq!(players(sheet), ["1460 苏海龙 3段", "1461 林 & 木 12级", "1462 İlker Yıldız 25级", "1463 何乙 -"]);
    assert_eq!(
        games(sheet),
        ["1 1460-1461 B 0 7.5", "1 1462-1463 W+F 2 0", "2 1461-1462 both-lose 0 7.5", "2 1463-- bye 0 -"]
    );
    assert_eq!(sheet.games.iter().map(|game| game.board).collect::<Vec<_>>(), [Some(1), Some(2), Some(1), None]);
    let mut seen = rules(&reading);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, ["both-lose", "grade-below", "key-form", "name-number", "tables-from-zero"]);
    let number = reading.adjustments.iter().find(|a| a.rule == "name-number").unwrap();
    assert_eq!(
        (number.line, number.column.as_str(), number.from.as_str(), number.to.as_str()),
        (4, "name", "1460 苏海龙", "苏海龙")
    );
    assert_eq!(codes(&reading), ["I130", "I137"]);
    assert_eq!(reading.encoding, Some(Encoding::Utf8));
}

#[test]
fn a_key_that_fits_nobody_or_several_is_refused_at_its_attribute() {
    let dangling = of(&OPENGOTHA.replace("blackPlayer=\"1460苏海龙\"", "blackPlayer=\"?\""));
    let finding = dangling.findings().into_iter().find(|f| f.code == "E301").unwrap();
    assert_eq!((finding.line, finding.column.as_deref(), finding.found.as_str()), (Some(10), Some("blackPlayer"), "?"));
    assert_eq!((finding.round, finding.board), (Some(1), Some(1)));
    let double = of(&OPENGOTHA.replace("name=\"1463\" firstName=\"何乙\"", "name=\"1460\" firstName=\"苏海龙\""));
    assert!(codes(&double).contains(&"E134"), "{:?}", codes(&double));
}

#[test]
fn xml_that_breaks_off_or_declares_a_document_type_is_refused_where_it_does() {
    let cut = of(&OPENGOTHA[..OPENGOTHA.find("</Games>").unwrap()]);
    assert_eq!(cut.accepted, Accepted::No);
    assert!(cut.findings().iter().any(|f| f.code == "E133" && f.line == Some(13)), "{:#?}", cut.findings());
    let typed = OPENGOTHA.replace("<Tournament ", "<!DOCTYPE a [<!ENTITY b \"c\">]><Tournament ");
    assert!(codes(&of(&typed)).contains(&"E114"));
}

const H9: &str = "; EV[Example]\n; KM[6.5]\n; HA[h1]\n\
   1 Li_Si   Xiao_Mei   3D CN abcd 2 0 0 0  2+/w0  3+/b0\n\
     张      子轩       1K CN abcd 1 0 0 0  1-/b0  0+\n\
   3 Müller  René       5K XX xxxx 0 0 0 0  0-     1-/w0 | 12345678\n";

#[test]
fn h9_is_read_by_tokens_and_opponents_by_row() {
    let reading = of(H9);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(players(sheet), ["1 Xiao Mei Li Si 3段", "2 张子轩 1级", "3 René Müller 5级"]);
    assert_eq!(games(sheet), ["1 2-1 W 0 6.5", "2 1-3 B 0 6.5", "2 2-- bye 0 -"]);
    assert_eq!((reading.accepted, codes(&reading)), (Accepted::Yes, vec!["I130"]));
}

#[test]
fn results_that_do_not_mirror_each_other_are_refused_with_both() {
    for (from, to) in [("1-/b0", "1+/b0"), ("1-/b0", "1-/w0"), ("1-/b0", "1-/b2"), ("1-/b0", "0-"), ("1-/b0", "3-/b0")]
    {
        let reading = of(&H9.replacen(from, to, 1));
        let finding = reading.findings().into_iter().find(|f| f.code == "E132").unwrap_or_else(|| panic!("{to}"));
        assert_eq!((finding.line, finding.round), (Some(4), Some(1)), "{to}");
        assert!(finding.found.contains("2+/w0"), "{}", finding.found);
    }
}

#[test]
fn a_handicap_that_is_not_written_is_derived_only_where_the_reduction_is_declared() {
    let short = "; KM[6.5]\n1 Li Si 3D CN abcd 1 2+\n2 Wang Wu 1K CN abcd 0 1-\n";
    let open = of(short);
    assert_eq!(games(open.usable().unwrap()), ["1 1-2 B 0 6.5"]);
    assert_eq!(codes(&open), ["I130", "I137", "I137"]);
    let white = "; HA[h1]\n1 Li Si 3D CN abcd 1 2+/w\n2 Wang Wu 1K CN abcd 0 1-/b\n";
    let derived = of(white);
    assert_eq!(games(derived.usable().unwrap()), ["1 2-1 W 2 0"]);
    assert_eq!(rules(&derived), ["handicap-derived"]);
    assert_eq!(games(named("a.h2", white.replace("; HA[h1]\n", "").as_bytes()).usable().unwrap()), ["1 2-1 W 1 0"]);
}

#[test]
fn the_french_file_has_no_marks_and_licences_as_ids() {
    let text = ";name=Coupe\n;date=01/10/2026\n;komi=7.5\n\
        1 Li Xiao 3D 1234567 31Pa 2+w0 0+\n2 Wang Wu 1K 7654321 31Pa 1-b0 0-\n";
    let reading = of(text);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(players(sheet), ["1234567 Xiao Li 3段", "7654321 Wu Wang 1级"]);
    assert_eq!(games(sheet), ["1 7654321-1234567 W 0 7.5", "2 1234567-- bye 0 -"]);
}

/// A record of a player with a round for each of the given results.
fn trf(number: u32, sex: char, title: &str, name: &str, birth: &str, rounds: &[&str]) -> String {
    let mut line = format!("001 {number:>4} {sex}{title:>3} {name:<33}{:>5} {:>3} {:>11} {birth:<10}", "", "CHN", "");
    line = format!("{line}  1.0    1");
    let pad = 89_usize.saturating_sub(line.chars().count());
    line.push_str(&" ".repeat(pad));
    for round in rounds {
        line.push_str("  ");
        line.push_str(round);
    }
    line
}

#[test]
fn columns_of_a_fide_report_are_counted_in_characters() {
    let text = [
        "012 Example".to_owned(),
        trf(1, 'm', "3D", "张, 子轩", "2014/02/08", &["   2 b 1", "0000 - U"]),
        trf(2, 'w', "12K", "Li, Xiaomei", "2013/00/00", &["   1 w 0", "   3 b -"]),
        trf(3, ' ', "", "王, 五", "", &["0000 - Z", "   2 w -"]),
    ]
    .join("\r\n");
    let reading = of(&text);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(players(sheet), ["1 张子轩 3段", "2 Xiaomei Li 12级", "3 王五 -"]);
    assert_eq!(games(sheet), ["1 1-2 B 0 -", "2 1-- bye 0 -", "2 2-3 both-lose 0 -"]);
    assert_eq!(sheet.entries[0].birth.unwrap().to_string(), "2014-02-08");
    assert_eq!(sheet.entries[1].birth, None);
}

#[test]
fn the_american_file_has_sections() {
    let text = "TOURNEY Example, Somewhere\n\trules=AGA\nPLAYERS\n11\tLi, Xiao\t3d\n12\tWang, Wu\t-1.5\n\
        GAMES 1\n11 12 W 0 7\nGAMES 2\n12\t11\t?\t2\t0\n";
    let reading = of(text);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(players(sheet), ["11 Xiao Li 3段", "12 Wu Wang 1级"]);
    assert_eq!(games(sheet), ["1 12-11 W 0 7", "2 11-12  2 0"]);
    assert_eq!(rules(&reading), ["rating-as-rank"]);
    let wrong = of(&text.replace("11 12 W 0 7", "11 99 W 0 7"));
    assert!(codes(&wrong).contains(&"E301"));
}

const BOARDS: &str = "轮次,台次,黑方,得分,白方,得分\n\
    1,1,张三,2,李四,0\n1,2,王五,弃权,赵六,2\n2,1,李四,1,王五,1\n2,2,赵六,2,轮空,\n2,3,张三,0,孙七,0\n";

#[test]
fn a_platforms_table_of_boards_names_players_and_scores() {
    let reading = of(BOARDS);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(sheet.entries.len(), 5);
    assert_eq!(
        games(sheet),
        ["1 1-2 B 0 -", "1 3-4 W+F 0 -", "2 2-3 draw 0 -", "2 4-- bye 0 -", "2 1-5 both-lose 0 -"]
    );
    assert_eq!(codes(&reading), ["W138", "I130"]);
    let findings = check(&reading, &CheckContext::default());
    let identified: Vec<_> = findings.iter().filter(|f| matches!(f.code, "E220" | "E232")).collect();
    assert_eq!(
        (identified.len(), identified[0].code),
        (1, "E232"),
        "a name alone identifies nobody, which is said once"
    );
    let gb = encoding_rs::GB18030.encode(BOARDS).0;
    let read = named("a.csv", &gb);
    assert_eq!((read.encoding, read.sheet), (Some(Encoding::Gb18030), reading.sheet));
}

#[test]
fn with_players_beside_it_a_name_stands_for_the_one_player_who_has_it() {
    let players = "编号,姓名,出生日期,级段\n1,张三,2014-02-08,1段\n2,李四,2013-05-06,2级\n3,王五,2012-07-28,\n\
        4,赵六,2012-07-29,\n5,孙七,2011-01-01,3级\n";
    let reading = with_players(BOARDS, players);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(games(sheet)[0], "1 1-2 B 0 -");
    assert_eq!(reading.adjustments.iter().filter(|a| a.rule == "name-as-key").count(), 5);
    assert!(!codes(&reading).contains(&"W138"));
    let namesakes = with_players(BOARDS, &players.replace("5,孙七", "5,张三"));
    assert_eq!(codes(&namesakes).iter().filter(|code| matches!(**code, "E134" | "E301")).count(), 2);
}

#[test]
fn a_final_table_is_the_players_and_its_points_are_added_up() {
    let finals = "名次,编号,姓名,级段,积分,对手分,累进分\n1,7,赵六,1段,4,3,6\n2,8,张三,2级,2,1,4\n3,9,李四,,1,2,1\n\
        4,10,王五,,1,1,1\n5,11,孙七,,1,0,0\n";
    let reading = with_players(BOARDS, finals);
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(players(sheet)[..2], ["7 赵六 1段", "8 张三 2级"]);
    let sums: Vec<_> = reading.findings().into_iter().filter(|f| f.code == "W135").collect();
    assert_eq!(sums.len(), 1);
    assert_eq!((sums[0].person.as_deref(), sums[0].found.as_str(), sums[0].expected.as_str()), (Some("11"), "1", "0"));
}

#[test]
fn our_own_tables_are_never_taken_for_another_programs() {
    let results = "轮次,台号,黑方,白方,结果\n1,1,1,2,黑胜\n";
    let players = "编号,姓名,证书号,名次,积分\n1,张三,,1,2\n2,李四,,2,0\n";
    let reading = with_players(results, players);
    assert!(!codes(&reading).contains(&"I130"));
    assert_eq!(reading.sheet.unwrap().games.len(), 1);
    assert_eq!(super::detect("round,black,white,result\n"), None);
}

#[test]
fn a_game_of_nobody_is_not_reported() {
    let reading = of("轮次,台号,棋手1,棋手2,比分\n第1轮,1台,张三,李四,\n第1轮,2台,王五,赵六,2:0\n");
    let sheet = reading.usable().unwrap_or_else(|| panic!("{:#?}", reading.findings()));
    assert_eq!(sheet.games[0].result, GameResult::NotReported);
    assert!(codes(&reading).contains(&"I137"));
}
