//! The board of the referee's desk: every group is a link that takes it for the next thing. It works without scripts; the
//! links carry what all other groups are taken for.

use crate::domain::recount::{Desk, DeskFate, DeskGroup};
use crate::web::form::Fields;
use crate::web::shell::Shell;
use std::fmt::Write;
use weiqi_rules::picture::{STEP, place};

/// The name of a group's field begins with this.
const FIELD: &str = "g-";

/// What says that the fates are the reader's own.
const SET: &str = "set";

/// No board has more groups that a person would mark.
const MOST: usize = 400;

/// What a reader takes the groups for; none where nothing is said of them.
pub(super) fn fates(fields: &Fields) -> Option<Vec<(String, DeskFate)>> {
    let said = fields.0.iter().filter_map(|(name, value)| {
        let letters = name.strip_prefix(FIELD).filter(|letters| letters.len() <= 4)?;
        Some((letters.to_owned(), DeskFate::from_key(value)?))
    });
    fields.has(SET).then(|| said.take(MOST).collect())
}

/// The hidden fields that carry the fates along.
pub(super) fn hidden(desk: &Desk) -> Vec<(String, &'static str)> {
    let marked = desk.groups.iter().filter(|group| group.fate != DeskFate::Alive);
    let fields = marked.map(|group| (format!("{FIELD}{}", group.letters), group.fate.key()));
    std::iter::once((SET.to_owned(), "1")).chain(fields).collect()
}

/// A group in words: 黑方Q16，5子.
pub(super) fn group_words(shell: &Shell, group: &DeskGroup) -> String {
    let side = shell.t(if group.black { "recount.side.black" } else { "recount.side.white" });
    let stones = group.stones.len().to_string();
    shell.fill("staff_record.group", &[("side", side), ("point", &group.point), ("stones", &stones)])
}

/// What a group is taken for, in words.
pub(super) fn fate_words<'a>(shell: &Shell, fate: DeskFate) -> &'a str
where
    'static: 'a,
{
    shell.t(match fate {
        DeskFate::Alive => "recount.fate.alive",
        DeskFate::Dead => "recount.fate.dead",
        DeskFate::Seki => "staff_record.fate.seki",
    })
}

/// The address of the page where one group is taken for something else.
fn pressed(shell: &Shell, here: &str, desk: &Desk, which: &DeskGroup) -> String {
    let mut out = format!("{here}?{SET}=1");
    for group in &desk.groups {
        let fate = if group.letters == which.letters { group.fate.next() } else { group.fate };
        if fate != DeskFate::Alive {
            let _ = write!(out, "&{FIELD}{}={}", group.letters, fate.key());
        }
    }
    out.push_str("#board");
    shell.href(&out)
}

/// The picture with a link over every group, and a mark on those in seki.
pub(super) fn board(shell: &Shell, here: &str, desk: &Desk) -> String {
    let picture = desk.picture.trim_end_matches("</svg>");
    let label = shell.t("staff_record.board");
    let mut out = picture.replacen("role=\"img\"", &format!("role=\"group\" aria-label=\"{label}\""), 1);
    for group in &desk.groups {
        let words = group_words(shell, group);
        let said = shell.fill("staff_record.taken", &[("group", &words), ("fate", fate_words(shell, group.fate))]);
        let href = pressed(shell, here, desk, group).replace('&', "&amp;");
        let _ = write!(out, "<a href=\"{href}\" data-fate=\"{}\" aria-label=\"{said}\">", group.letters);
        for stone in &group.stones {
            let (x, y) = place(*stone);
            let _ = write!(
                out,
                "<rect class=\"press\" x=\"{}\" y=\"{}\" width=\"{STEP}\" height=\"{STEP}\" fill=\"transparent\"/>",
                x.saturating_sub(STEP / 2),
                y.saturating_sub(STEP / 2),
            );
            if group.fate == DeskFate::Seki {
                let ink = if group.black { "#fff" } else { "#000" };
                let _ = write!(
                    out,
                    "<path class=\"seki\" d=\"M{} {y}h10m-5 -5v10\" stroke=\"{ink}\" stroke-width=\"2\" fill=\"none\"/>",
                    x.saturating_sub(5)
                );
            }
        }
        out.push_str("</a>");
    }
    out.push_str("</svg>");
    out
}
