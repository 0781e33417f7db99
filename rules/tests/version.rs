//! An answer is kept with the version that gave it, and is asked for again when the version is another one. So whatever
//! changes an answer has to raise the version: this holds the two together.

use weiqi_rules::VERSION;
use weiqi_rules::judge::{Options, judge};
use weiqi_rules::record::Record;

/// What this version answers of all its fixtures, each also with the other side declared the winner, as a number.
const ANSWERS: (&str, u64) = ("0.2.0", 9_810_133_521_452_556_947);

#[test]
fn another_answer_is_another_version() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    assert!(paths.len() > 40);
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let turned =
            if text.contains("RE[B+") { text.replace("RE[B+", "RE[W+") } else { text.replace("RE[W+", "RE[B+") };
        // Without its marks, so that this program decides what is dead.
        for (text, marks) in [(&text, true), (&text, false), (&turned, true)] {
            for record in Record::read_all(text.as_bytes()) {
                let judged = judge(&record.unwrap(), &Options { marks, ..Options::default() });
                let answer = format!(
                    "{:?} {:?} {:?} {} {} {:?}",
                    judged.verdict,
                    judged.matched,
                    judged.count,
                    judged.confidence,
                    judged.unplayed.len(),
                    judged.dead
                );
                for byte in answer.bytes() {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
                }
            }
        }
    }
    assert_eq!((VERSION, digest), ANSWERS, "an answer has changed: raise the version of the crate, then write it here");
}
