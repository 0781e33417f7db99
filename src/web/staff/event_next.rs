//! What is to be done next about an event, and by whom: the first thing that its page says.

use super::event_words::{agency_name, event_path};
use crate::service::view::event_checked::{Checked, Counts};
use crate::service::view::staff_event::{EventView, GroupView, StepView};
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;

/// A step with the page on which it is taken: address and label.
pub(super) struct Next {
    pub words: String,
    pub link: Option<(String, String)>,
}

/// Something that has to be done before the results can be submitted.
pub(super) struct Hurdle {
    pub words: String,
    pub href: Option<String>,
}

/// Where rulings are decided.
pub(super) const DESK: &str = "/staff/desk";

/// The states in which results are worked on.
pub(super) fn is_open(state: &str) -> bool {
    matches!(state, "approved" | "returned")
}

/// What a group's upload comes to.
pub(super) fn verdict(shell: &Shell, refused: bool, counts: Counts) -> Badge {
    let n = |n: usize| n.to_string();
    let (tone, key, n) = match counts {
        counts if refused => (Tone::Bad, "staff.verdict.refused", n(counts.errors)),
        counts if counts.errors > 0 => (Tone::Bad, "staff.verdict.errors", n(counts.errors)),
        counts if counts.open() > 0 => (Tone::Waiting, "staff.verdict.warnings", n(counts.open())),
        counts if counts.adjustments > 0 => (Tone::Good, "staff.verdict.adjusted", n(counts.adjustments)),
        _ => (Tone::Good, "staff.verdict.accepted", String::new()),
    };
    Badge::new(tone, shell.fill(key, &[("n", &n)]))
}

/// What stands between the results and their submission.
pub(super) fn hurdles(shell: &Shell, view: &EventView, checked: &Checked) -> Vec<Hurdle> {
    let to = |below: &str| Some(shell.href(&event_path(&view.event.slug, below)));
    let page = |group: &GroupView| to(&format!("/groups/{}", group.key));
    let mut hurdles = Vec::new();
    if view.today < view.event.ends_on {
        let day = shell.date(&view.event.ends_on);
        hurdles.push(Hurdle { words: shell.fill("staff.hurdle.not-over", &[("day", &day)]), href: None });
    }
    // A group that nobody entered has no results; at least one group has some.
    if view.groups.iter().all(|group| group.upload.is_none()) {
        hurdles.extend(view.groups.iter().map(|group| Hurdle {
            words: shell.fill("staff.hurdle.upload", &[("group", group.name.get(shell.lang))]),
            href: page(group),
        }));
    }
    let mut asked = false;
    for group in view.groups.iter().filter(|group| group.upload.is_some()) {
        let counts = checked.counts.get(&group.key).copied().unwrap_or_default();
        let mut add = |key: &str, n: usize| {
            let words = shell.fill(key, &[("group", group.name.get(shell.lang)), ("n", &n.to_string())]);
            hurdles.push(Hurdle { words, href: page(group) });
        };
        if counts.errors > 0 {
            add("staff.hurdle.errors", counts.errors);
        }
        if counts.open() > 0 {
            add("staff.hurdle.warnings", counts.open());
            asked = true;
        }
    }
    // Whoever decides who a doubtful player is answers the warning by it.
    if asked && checked.open_matches > 0 && view.may.identify {
        let n = checked.open_matches.to_string();
        hurdles.push(Hurdle { words: shell.fill("staff.hurdle.matches", &[("n", &n)]), href: to("/matches") });
    }
    if view.rulings > 0 {
        let words = shell.fill("staff.hurdle.rulings", &[("n", &view.rulings.to_string())]);
        hurdles.push(Hurdle { words, href: view.may.rule.then(|| shell.href(DESK)) });
    }
    hurdles
}

/// The steps, the reader's own first.
pub(super) fn next(shell: &Shell, view: &EventView, checked: &Checked) -> Vec<Next> {
    let to = |below: &str| shell.href(&event_path(&view.event.slug, below));
    let plain = |key: &str| Next { words: shell.t(key).to_owned(), link: None };
    let holder = agency_name(shell, &view.agency);
    let above = view.above.as_ref().map(|agency| agency_name(shell, agency)).unwrap_or_default();
    let waits = |key: &str, who: &str| Next { words: shell.fill(key, &[("agency", who)]), link: None };
    let may = view.may;
    match view.event.state.as_str() {
        "draft" if may.edit => vec![plain("staff.next.file")],
        "draft" => vec![waits("staff.next.drafted", &holder)],
        "filed" if may.approve => vec![plain("staff.next.approve")],
        "filed" => vec![waits("staff.next.filed", &above)],
        "approved" | "returned" => {
            let mut steps = refusals(shell, view);
            steps.push(if may.submit { results(shell, view, checked) } else { waits("staff.next.results", &holder) });
            steps
        }
        "submitted" if checked.open_matches > 0 && may.identify => {
            let words = shell.fill("staff.next.identify", &[("n", &checked.open_matches.to_string())]);
            vec![Next { words, link: Some((to("/matches"), shell.t("staff.match.title").to_owned())) }]
        }
        "submitted" if view.rulings > 0 => {
            let words = shell.fill("staff.next.rulings", &[("n", &view.rulings.to_string())]);
            let desk = || (shell.href(DESK), shell.t("staff_record.desk.title").to_owned());
            vec![Next { words, link: may.rule.then(desk) }]
        }
        "submitted" if may.confirm => vec![plain("staff.next.confirm")],
        "submitted" => vec![waits("staff.next.submitted", &holder)],
        // An event closes by itself, also while certificates are still to be issued.
        "confirmed" => settled(shell, view, &holder, "staff.next.settled"),
        _ => settled(shell, view, &holder, "staff.next.closed"),
    }
}

/// The groups whose newest version was refused: what would be submitted is not what was sent last.
fn refusals(shell: &Shell, view: &EventView) -> Vec<Next> {
    let told = |group: &GroupView| {
        let (refused, counts) = group.refused()?;
        let name = group.name.get(shell.lang);
        let [refused, counts] = [refused, counts].map(|line| line.version.to_string());
        let words = [("group", name), ("version", refused.as_str()), ("current", counts.as_str())];
        let page = shell.href(&event_path(&view.event.slug, &format!("/groups/{}", group.key)));
        let link = Some((page, shell.fill("staff.next.see-group", &[("group", name)])));
        Some(Next { words: shell.fill("staff.next.refused", &words), link })
    };
    view.groups.iter().filter_map(told).collect()
}

/// The next step of whoever works on the results.
fn results(shell: &Shell, view: &EventView, checked: &Checked) -> Next {
    let missing = view.groups.iter().find(|group| group.upload.is_none());
    let none = view.groups.iter().all(|group| group.upload.is_none());
    if let (Some(group), true) = (missing, none) {
        let name = group.name.get(shell.lang);
        let words = shell.fill("staff.next.upload", &[("day", &shell.date(&view.due))]);
        let label = shell.fill("staff.hurdle.upload", &[("group", name)]);
        let page = event_path(&view.event.slug, &format!("/groups/{}", group.key));
        return Next { words, link: Some((shell.href(&page), label)) };
    }
    // Whoever corrects reads first why the results came back; after a new upload that is done.
    let returned = view.steps.iter().rev().find(|step| matches!(step.step.as_str(), "returned" | "reopened"));
    let since = |step: &&StepView| {
        view.groups.iter().flat_map(|group| &group.upload).all(|upload| upload.uploaded_at <= step.at)
    };
    let words = match (hurdles(shell, view, checked).is_empty(), returned.filter(since)) {
        (_, Some(step)) => shell.fill("staff.next.returned", &[("reason", &step.note)]),
        (true, None) => shell.t("staff.next.submit").to_owned(),
        (false, None) => shell.t("staff.next.correct").to_owned(),
    };
    Next { words, link: None }
}

/// What is left once the results are confirmed, by the states of the awards; `done` where nothing is.
fn settled(shell: &Shell, view: &EventView, holder: &str, done: &str) -> Vec<Next> {
    let count = |states: &[&str]| -> usize {
        view.awards.iter().filter(|(state, _)| states.contains(&state.as_str())).map(|(_, n)| n).sum()
    };
    let mut steps = Vec::new();
    let mut add = |key: &str, n: usize, link: Option<(String, &str)>| {
        if n > 0 {
            let words = shell.fill(key, &[("n", &n.to_string()), ("agency", holder)]);
            let link = link.map(|(path, label)| (shell.href(&path), shell.t(label).to_owned()));
            steps.push(Next { words, link });
        }
    };
    let certificates = event_path(&view.event.slug, "/certificates");
    let notices = view.may.publish.then(|| ("/staff/notices".to_owned(), "desk.notices"));
    match view.may.issue {
        true => add("staff.next.issue", view.to_issue, Some((certificates, "staff.certificates.title"))),
        false => add("staff.next.issued-by", view.to_issue, None),
    }
    add("staff.next.publish", count(&["confirmed"]), notices);
    add("staff.next.on-notice", count(&["on-notice", "held"]), None);
    if steps.is_empty() {
        steps.push(Next { words: shell.t(done).to_owned(), link: None });
    }
    steps
}
