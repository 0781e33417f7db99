//! Schemes of random clauses, as text. Whether one makes sense the reader decides; those that it refuses are not used.

use super::random::Random;
use qipin::domain::ladder::Ladder;
use qipin::domain::scheme::{Scheme, load};
use std::fmt::Write;

/// A random scheme that the reader accepts, if one is found in time.
pub(super) fn random(random: &mut Random) -> Option<Scheme> {
    (0..60).find_map(|_| load(&text(random)).ok())
}

fn text(random: &mut Random) -> String {
    let ladder = *random.pick(&["national", "guizhou", "chongqing", "national-2005"]);
    let grades: Vec<String> = Ladder::by_id(ladder).unwrap().rungs().iter().map(ToString::to_string).collect();
    let mut text = format!(
        "id = \"random\"\nversion = 1\nname = {{ zh = \"随机\", en = \"random\" }}\nladder = \"{ladder}\"\n\
         source.title = {{ zh = \"随机\", en = \"random\" }}\n"
    );
    settings(&mut text, random);
    // One group, or two that do not overlap.
    let middle = random.between(2, grades.len() - 3);
    let mut first = 0;
    for (n, last) in [middle, grades.len() - 2].into_iter().take(random.between(1, 2)).enumerate() {
        let low = if first == 0 && random.once_in(2) { "ungraded".to_owned() } else { grades[first].clone() };
        group(&mut text, n, (&low, last, &grades), random);
        first = last + 1;
    }
    text
}

/// What holds for all groups: mostly left open, so that the event sets it.
fn settings(text: &mut String, random: &mut Random) {
    text.push_str("[standings]\n");
    if random.once_in(3) {
        let win = random.between(1, 3);
        let (draw, bye) = (random.between(0, win), random.between(0, win));
        writeln!(text, "win = {win}\ndraw = {draw}\nbye = {bye}").unwrap();
    }
    text.push_str("[limits]\n");
    if random.once_in(3) {
        writeln!(text, "max_rungs = {}", random.between(1, 4)).unwrap();
    }
    if random.once_in(3) {
        text.push_str("table = \"none\"\n");
    }
    if random.once_in(4) {
        text.push_str("event = { county = \"2级\", city = \"4段\" }\nagency = { province = \"2段\" }\n");
    }
    if random.once_in(3) {
        let forfeits = random.once_in(2);
        writeln!(text, "[absence]\nin_a_row = {}\nforfeits_award = {forfeits}", random.between(1, 3)).unwrap();
    }
}

fn group(text: &mut String, n: usize, (low, last, grades): (&str, usize, &[String]), random: &mut Random) {
    let high = &grades[last];
    writeln!(text, "[[group]]\nid = \"g{n}\"\ngrades = \"{low}..{high}\"\narticle = {{ zh = \"一\", en = \"1\" }}")
        .unwrap();
    let rounds = random.between(3, 9);
    if !random.once_in(4) {
        writeln!(text, "rounds = {rounds}").unwrap();
    }
    if random.once_in(6) {
        writeln!(text, "min_size = {}", random.between(4, 12)).unwrap();
    }
    match random.below(6) {
        0 => writeln!(text, "stop = {{ losses = {} }}", random.between(1, 3)).unwrap(),
        1 => writeln!(text, "stop = {{ wins = 3, losses = 3, from_round = {} }}", random.between(1, 3)).unwrap(),
        2 => text.push_str("lower = \"admitted\"\nentry = { lower_age = { from = 12 } }\n"),
        3 => text.push_str("lower = \"admitted\"\n"),
        4 => text.push_str("entry = { age = { from = 8, to = 30 }, certificate = \"province\" }\n"),
        _ => {}
    }
    // Awards fall from the top down, or the reader refuses the scheme.
    let mut award = (last + 1).min(grades.len() - 1);
    let count = random.between(1, 4);
    for c in 0..count {
        writeln!(text, "[[group.clause]]\nid = \"g{n}c{c}\"").unwrap();
        let reserved = c > 0 && random.once_in(5);
        if !reserved {
            award = award.saturating_sub(random.below(3));
        }
        if random.once_in(8) {
            writeln!(text, "up = {}", count - c).unwrap();
        } else {
            writeln!(text, "to = \"{}\"", grades[award]).unwrap();
        }
        clause(text, reserved, (low, high), random);
    }
}

/// What a clause asks for and how it picks.
fn clause(text: &mut String, reserved: bool, (low, high): (&str, &str), random: &mut Random) {
    let size = random.between(1, 5);
    let mut wins = random.below(5);
    let kind = random.below(7);
    match kind {
        _ if reserved => writeln!(text, "reserved = {}\nsex = \"female\"", random.between(1, 2)).unwrap(),
        0 => writeln!(text, "share = \"{}%\"", 17 * size).unwrap(),
        1 => writeln!(text, "share = \"{size}/7\"").unwrap(),
        2 => writeln!(text, "places = {size}").unwrap(),
        3 => writeln!(text, "band = \"{size}/5\"").unwrap(),
        4 => writeln!(text, "rate = \"{}.5%\"", 12 * size).unwrap(),
        5 => {
            wins = 0;
            writeln!(text, "places = {size}\nfill = [{}, {}]", size + 1, size).unwrap();
        }
        _ => {}
    }
    if wins > 0 {
        writeln!(text, "wins = {wins}").unwrap();
    } else if kind == 6 && !reserved {
        text.push_str("everyone = true\n");
    }
    match random.below(10) {
        0 if !reserved => text.push_str("sex = \"male\"\n"),
        1 => writeln!(text, "from = \"{}\"", if low == "ungraded" { low } else { high }).unwrap(),
        2 => text.push_str("level = [\"city\", \"province\"]\n"),
        _ => {}
    }
}
