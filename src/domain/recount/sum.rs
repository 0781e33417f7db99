//! The sum that a referee checks by hand, in both languages.

use super::words::{same, side};
use crate::text::{Bilingual, both_of};
use weiqi_rules::count::{Count, Hold, Side};
use weiqi_rules::{Colour, HalfPoints};

/// A count, term by term.
pub(super) fn sum(count: &Count) -> Bilingual {
    let mut parts = Vec::new();
    let (komi, bonus) = match count {
        Count::Area(count) => {
            parts.push(area(Colour::Black, count.black));
            parts.push(area(Colour::White, count.white));
            if count.shared > 0 {
                parts.push(both_of("recount.sum.shared", &[("n", &same(count.shared))]));
            }
            if count.first_pass != HalfPoints::ZERO {
                parts.push(both_of("recount.sum.first-pass", &[("points", &same(count.first_pass))]));
            }
            (count.komi, count.handicap_bonus)
        }
        Count::Territory(count) => {
            parts.push(territory(Colour::Black, count.black));
            parts.push(territory(Colour::White, count.white));
            (count.komi, count.handicap_bonus)
        }
    };
    if bonus != HalfPoints::ZERO {
        parts.push(both_of("recount.sum.handicap", &[("points", &same(bonus))]));
    }
    parts.push(both_of("recount.sum.komi", &[("points", &same(komi)), ("zi", &zi(komi))]));
    parts.push(outcome(count.winner(), count.margin()));
    let join = |texts: Vec<&str>, mark: &str| texts.join(mark);
    Bilingual {
        zh: join(parts.iter().map(|part| part.zh.as_str()).collect(), "；"),
        en: join(parts.iter().map(|part| part.en.as_str()).collect(), "; "),
    }
}

/// Who has won by how much.
fn outcome(winner: Option<Colour>, margin: HalfPoints) -> Bilingual {
    let key = match winner {
        Some(Colour::Black) if margin == HalfPoints::ZERO => "recount.sum.black-tie",
        Some(Colour::Black) => "recount.sum.black",
        Some(Colour::White) => "recount.sum.white",
        None => "recount.sum.draw",
    };
    both_of(key, &[("points", &same(margin.abs())), ("zi", &zi(margin.abs()))])
}

fn zi(points: HalfPoints) -> Bilingual {
    let sign = if points.0 < 0 { "－" } else { "" };
    same(format!("{sign}{}", points.in_zi()))
}

fn area(colour: Colour, part: Side) -> Bilingual {
    let key = if part.tax == HalfPoints::ZERO { "recount.sum.area" } else { "recount.sum.area-taxed" };
    let numbers = [same(part.stones), same(part.territory), same(part.tax), same(part.groups), same(part.total())];
    let [stones, territory, tax, groups, total] = &numbers;
    let arguments = [
        ("side", &side(colour)),
        ("stones", stones),
        ("territory", territory),
        ("tax", tax),
        ("groups", groups),
        ("total", total),
    ];
    both_of(key, &arguments)
}

fn territory(colour: Colour, hold: Hold) -> Bilingual {
    let numbers = [same(hold.territory), same(hold.dead), same(hold.prisoners), same(hold.total())];
    let [territory, dead, prisoners, total] = &numbers;
    let arguments =
        [("side", &side(colour)), ("territory", territory), ("dead", dead), ("prisoners", prisoners), ("total", total)];
    both_of("recount.sum.territory", &arguments)
}
