//! Komi: how many half points White gets, whatever unit the record used.

use super::finding::{Code, Findings};
use super::number::{Quantity, Unit, first_quantity, front, quantity};
use crate::HalfPoints;

/// Beyond this it is no komi: more than all points of the usual board.
const LARGEST: HalfPoints = HalfPoints::points(361);

/// Komi from here on is named as unusual.
const LARGE: HalfPoints = HalfPoints::points(30);

/// How a number was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KomiUnit {
    /// As points.
    Points,
    /// As 子, two points each.
    Zi,
    /// As hundredths of a point: `650`.
    Hundredths,
    /// As hundredths of a 子: `375`.
    HundredthsOfZi,
}

/// Komi of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Komi {
    /// From Black to White; negative where White gives. None where it is not known.
    pub half_points: Option<HalfPoints>,
    /// How it was understood; none where it is not known.
    pub unit: Option<KomiUnit>,
    /// What it may be where it is not known, the likeliest first.
    pub candidates: Vec<HalfPoints>,
}

/// What else decides how komi is understood.
pub(super) struct Around {
    /// Whether the record comes from the server that drops komi and writes hundredths.
    pub(super) fox: bool,
    /// Whether Black has handicap stones.
    pub(super) handicap: bool,
    /// Whether the rules count area.
    pub(super) area: bool,
}

/// Reads the value of `KM`.
pub(super) fn read(raw: &str, around: &Around, offset: usize, findings: &mut Findings) -> Komi {
    let text = front(raw.trim());
    if text.is_empty() {
        findings.add(Code::KomiEmpty, offset, raw);
        return Komi::default();
    }
    let form = |findings: &mut Findings| findings.add(Code::KomiForm, offset, raw);
    if ["不贴", "不貼", "无贴", "無貼", "no komi", "none"].iter().any(|word| text.to_lowercase().contains(word))
    {
        form(findings);
        return known(HalfPoints::ZERO, KomiUnit::Points);
    }
    let Some((before, found)) = quantity(text).map(|found| ("", found)).or_else(|| first_quantity(text)) else {
        findings.add(Code::KomiUnclear, offset, raw);
        return Komi::default();
    };
    if !before.is_empty() || !found.plain || found.end < text.len() {
        form(findings);
    }
    if found.hundredths == 0 && found.unit.is_none() && around.fox && !around.handicap {
        findings.add(Code::KomiDropped, offset, raw);
        let candidates = if around.area { vec![HalfPoints(15), HalfPoints(13)] } else { vec![HalfPoints(13)] };
        return Komi { candidates, ..Komi::default() };
    }
    let Some(komi) = understood(found, around) else {
        findings.add(Code::KomiUnclear, offset, raw);
        return Komi::default();
    };
    match komi.unit {
        Some(KomiUnit::Zi) => findings.add(Code::KomiZi, offset, raw),
        Some(KomiUnit::Hundredths | KomiUnit::HundredthsOfZi) => findings.add(Code::KomiHundredths, offset, raw),
        _ => {}
    }
    if komi.half_points.is_some_and(|half_points| half_points.abs() >= LARGE) {
        findings.add(Code::KomiLarge, offset, raw);
    }
    komi
}

/// Komi in a text such as `分先:黑贴7目半`.
pub(super) fn in_text(text: &str) -> Option<Komi> {
    let lower = text.to_lowercase();
    let (at, word) = ["贴", "貼", "komi", "コミ", "덤"].iter().find_map(|word| Some((lower.find(word)?, *word)))?;
    let rest = front(&lower[at + word.len()..]);
    let (between, found) = first_quantity(rest)?;
    let near = between.chars().count() <= 4;
    let named = found.unit.is_some() || word == "komi" || word == "コミ";
    if !near || !named {
        return None;
    }
    understood(found, &Around { fox: false, handicap: false, area: false })
}

fn known(half_points: HalfPoints, unit: KomiUnit) -> Komi {
    Komi { half_points: Some(half_points), unit: Some(unit), candidates: Vec::new() }
}

/// The half points of a number: x.25 and x.75 can only be 子, large whole numbers only hundredths.
fn understood(found: Quantity, around: &Around) -> Option<Komi> {
    if !found.exact {
        return None;
    }
    let whole = found.hundredths % 100 == 0;
    let large = if around.fox || around.handicap { 5000 } else { 10_000 };
    match found.unit {
        Some(Unit::Zi) => halves(found.hundredths, 25).map(|halves| known(halves, KomiUnit::Zi)),
        Some(Unit::Points) => halves(found.hundredths, 50).map(|halves| known(halves, KomiUnit::Points)),
        None if whole && !found.pointed && found.hundredths.abs() >= large => {
            let hundredths = found.hundredths / 100;
            halves(hundredths, 50)
                .map(|halves| known(halves, KomiUnit::Hundredths))
                .or_else(|| halves(hundredths, 25).map(|halves| known(halves, KomiUnit::HundredthsOfZi)))
        }
        None => halves(found.hundredths, 50)
            .map(|halves| known(halves, KomiUnit::Points))
            .or_else(|| halves(found.hundredths, 25).map(|halves| known(halves, KomiUnit::Zi))),
    }
}

/// A number of hundredths, where so many hundredths are one; none where it is no whole number of them.
fn halves(hundredths: i64, each: i64) -> Option<HalfPoints> {
    if hundredths % each != 0 {
        return None;
    }
    i32::try_from(hundredths / each).ok().map(HalfPoints).filter(|komi| komi.abs() <= LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_points(raw: &str, fox: bool, handicap: bool) -> (Option<i32>, Vec<Code>) {
        let mut findings = Findings::default();
        let komi = read(raw, &Around { fox, handicap, area: false }, 0, &mut findings);
        (komi.half_points.map(|half| half.0), findings.list.iter().map(|finding| finding.code).collect())
    }

    #[test]
    fn every_unit_comes_to_half_points() {
        for (raw, half, codes) in [
            ("6.5", Some(13), vec![]),
            ("0.50", Some(1), vec![]),
            ("0", Some(0), vec![]),
            ("-4.5", Some(-9), vec![]),
            ("6,5", Some(13), vec![Code::KomiForm]),
            ("5 1/2", Some(11), vec![Code::KomiForm]),
            ("6目半", Some(13), vec![Code::KomiForm]),
            ("黑贴3又3/4子", Some(15), vec![Code::KomiForm, Code::KomiZi]),
            ("3.75", Some(15), vec![Code::KomiZi]),
            ("2.75", Some(11), vec![Code::KomiZi]),
            ("3.25", Some(13), vec![Code::KomiZi]),
            ("375", Some(15), vec![Code::KomiHundredths]),
            ("275", Some(11), vec![Code::KomiHundredths]),
            ("325", Some(13), vec![Code::KomiHundredths]),
            ("650", Some(13), vec![Code::KomiHundredths]),
            ("750", Some(15), vec![Code::KomiHundredths]),
            ("不贴目", Some(0), vec![Code::KomiForm]),
            ("", None, vec![Code::KomiEmpty]),
            ("some", None, vec![Code::KomiUnclear]),
            ("6.3", None, vec![Code::KomiUnclear]),
            ("-59.5", Some(-119), vec![Code::KomiLarge]),
            ("100.0", Some(200), vec![Code::KomiLarge]),
            ("100000000", None, vec![Code::KomiUnclear]),
        ] {
            assert_eq!(half_points(raw, false, false), (half, codes), "{raw}");
        }
    }

    #[test]
    fn a_server_that_drops_komi_leaves_it_unknown_in_even_games_only() {
        assert_eq!(half_points("0", true, false), (None, vec![Code::KomiDropped]));
        assert_eq!(half_points("0", true, true).0, Some(0));
        assert_eq!(half_points("50", true, true).0, Some(1));
        assert_eq!(half_points("50", false, true).0, Some(1));
    }

    #[test]
    fn a_text_may_say_what_the_property_does_not() {
        let read = |text: &str| in_text(text).and_then(|komi| komi.half_points).map(|half| half.0);
        assert_eq!(read("分先:黑贴7目半"), Some(15));
        assert_eq!(read("第8届应氏杯 黑贴3又3/4子"), Some(15));
        assert_eq!(read("コミ6目半"), Some(13));
        assert_eq!(read("第10届贴吧杯"), None);
        assert_eq!(read("围甲第3轮"), None);
    }
}
