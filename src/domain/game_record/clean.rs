//! A record as anybody may have it: the game, and nothing that somebody wrote into it.
//!
//! It is written anew from what was understood (points, numbers, the winner), so no text of the file survives: comments,
//! addresses and accounts of third parties cannot be in it.

use std::fmt::Write;
use weiqi_rules::RuleSet;
use weiqi_rules::record::{By, Date, Outcome, Record, Winner};

/// The most days of play that are written.
const DAYS: usize = 8;

/// The record as SGF FF\[4\] in UTF-8 with the names given, Black's first: size, rules, komi, handicap, set-up, moves, the
/// result that it declares and the days of play. Names are those that may be shown, masked or not.
pub fn cleaned(record: &Record, names: [&str; 2]) -> String {
    let mut clean = Record::new(record.size);
    clean.komi = record.komi.clone();
    clean.handicap = record.handicap;
    clean.outcome = Outcome { remark: String::new(), ..record.outcome.clone() };
    clean.moves.clone_from(&record.moves);
    clean.setups.clone_from(&record.setups);
    for (property, name) in ["PB", "PW"].into_iter().zip(names) {
        if !name.is_empty() {
            clean.set_text(property, name);
        }
    }
    if let Some(dates) = record.dates() {
        let days: Vec<String> = dates.days.iter().take(DAYS).map(|date| written(*date)).collect();
        clean.set_text("DT", &days.join(","));
    }
    if let Some(rules) = record.rules() {
        clean.set_text("RU", rules_name(rules));
    }
    // The writer leaves out a counted result without its margin.
    if let (Winner::Side(side), By::Count, None) = (clean.outcome.winner, clean.outcome.by, clean.outcome.margin) {
        clean.outcome = Outcome::default();
        clean.set_text("RE", &format!("{}+", side.letter()));
    }
    clean.to_sgf()
}

/// A day as the format has it, as far as it is known.
fn written(date: Date) -> String {
    let mut out = format!("{:04}", date.year);
    for part in [date.month, date.day].into_iter().map_while(|part| part) {
        // Writing to a String does not fail.
        let _ = write!(out, "-{part:02}");
    }
    out
}

/// Rules as readers of the format know them.
fn rules_name(rules: &RuleSet) -> &'static str {
    match rules.key {
        "chinese" => "Chinese",
        "japanese" => "Japanese",
        "korean" => "Korean",
        "aga" => "AGA",
        "nz" => "NZ",
        "ing" => "GOE",
        _ => rules.key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use weiqi_rules::rules;

    fn read(text: &str) -> Record {
        Record::read_all(text.as_bytes()).remove(0).unwrap()
    }

    #[test]
    fn the_game_stays_and_every_text_goes() {
        let record = read(
            "(;FF[4]CA[UTF-8]AP[App:1.0]SZ[19]KM[3.75]RU[Chinese]HA[2]AB[pd][dp]PB[老张]BR[5d]PW[x]DT[2026-11-28,29 at home]\
             RE[黑胜1/4子 (signed by a@b.cn)]PC[10.0.0.7]C[mail me@example.org];W[dd]C[from 192.0.2.1]BL[30]LB[aa:x];B[];W[pp]TB[aa])",
        );
        let sgf = cleaned(&record, ["张*", "李*娜"]);
        assert_eq!(
            sgf,
            "(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[7.5]HA[2]RE[B+0.5]AB[pd][dp]PB[张*]PW[李*娜]DT[2026-11-28,2026-11-29]RU[Chinese]\n\
             ;W[dd];B[];W[pp])\n"
        );
        let again = read(&sgf);
        assert_eq!(again.moves.len(), 3);
        assert_eq!((again.komi.half_points, again.outcome.margin), (record.komi.half_points, again.outcome.margin));
        assert_eq!(again.rules().map(|rules| rules.key), Some(rules::CHINESE.key));
    }

    #[test]
    fn what_is_not_certain_is_left_out() {
        let sgf = cleaned(&read("(;SZ[9]KM[]RE[who knows?]DT[May 2026];B[ee])"), ["", ""]);
        assert_eq!(sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[9]DT[2026-05]\n;B[ee])\n");
        assert!(cleaned(&read("(;SZ[9]RE[B+R];B[ee])"), ["", ""]).contains("RE[B+R]"));
        assert!(cleaned(&read("(;SZ[9]RE[0];B[ee])"), ["", ""]).contains("RE[0]"));
    }

    #[test]
    fn every_rule_set_is_read_again_by_its_name() {
        for set in [rules::CHINESE, rules::JAPANESE, rules::KOREAN, rules::AGA, rules::NZ, rules::ING] {
            assert_eq!(RuleSet::named(rules_name(&set)).map(|read| read.key), Some(set.key));
        }
    }

    const PROPERTIES: [&str; 24] = [
        "C", "GC", "PC", "EV", "GN", "SO", "US", "AN", "CP", "ON", "BT", "WT", "BR", "WR", "N", "AP", "RO", "OT", "TM",
        "XX", "RU", "RE", "DT", "KM",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn nothing_that_somebody_wrote_survives(
            texts in proptest::collection::vec((0_usize..24, 0_usize..6, any::<bool>()), 1..20),
            players in any::<bool>(),
        ) {
            let secrets = ["who@example.org", "192.0.2.77", "2001:db8::beef", "13800138000", "上海市某路1号", "QQ:778899"];
            let mut root = String::from("(;SZ[19]");
            let mut later = String::new();
            for (property, secret, first) in texts {
                let value = format!("{}[B+R {}]", PROPERTIES[property], secrets[secret]);
                if first { root.push_str(&value) } else { later.push_str(&format!(";B[pd]{value}")) }
            }
            if players {
                root.push_str("PB[who@example.org]PW[QQ:778899]");
            }
            let record = read(&format!("{root};B[aa]{later})"));
            let sgf = cleaned(&record, ["甲", "乙"]);
            for secret in secrets {
                prop_assert!(!sgf.contains(secret), "{sgf}");
                prop_assert!(!sgf.contains(&secret.replace(':', "\\:")), "{sgf}");
            }
            for known in read(&sgf).properties() {
                prop_assert!(["FF", "GM", "CA", "SZ", "KM", "RE", "PB", "PW", "DT", "RU"].contains(&known.name), "{sgf}");
            }
            prop_assert_eq!(read(&sgf).moves.len(), record.moves.len());
        }
    }
}
