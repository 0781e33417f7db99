//! The navigation: a page appears in it for those who may open it.

use crate::domain::permission::{Action, Reach, Role, reach};

/// One item.
pub struct NavItem {
    /// The address.
    pub path: &'static str,
    /// The key of its words.
    pub key: &'static str,
    /// What a role must be allowed to do to see it.
    pub needs: Option<Action>,
    /// The key that opens it from the keyboard, on staff pages.
    pub shortcut: Option<char>,
}

const fn item(path: &'static str, key: &'static str) -> NavItem {
    NavItem { path, key, needs: None, shortcut: None }
}

/// How many sections the public pages have.
pub const SECTIONS: usize = 7;

const PUBLIC: [NavItem; SECTIONS] = [
    item("/", "layout.nav.lookup"),
    item("/notices", "layout.nav.notices"),
    item("/events", "layout.nav.events"),
    item("/people", "layout.nav.people"),
    item("/schemes", "layout.nav.schemes"),
    item("/agencies", "layout.nav.agencies"),
    item("/check", "layout.nav.check"),
];

const STAFF: &[NavItem] = &[
    NavItem { path: "/staff", key: "layout.nav.queue", needs: None, shortcut: Some('q') },
    NavItem { path: "/staff/notices", key: "desk.notices", needs: Some(Action::PublishNotice), shortcut: Some('n') },
    NavItem {
        path: "/staff/objections",
        key: "desk.objections",
        needs: Some(Action::ViewObjection),
        shortcut: Some('o'),
    },
    NavItem { path: "/staff/events", key: "staff.nav", needs: Some(Action::ViewEvent), shortcut: Some('e') },
    NavItem { path: "/staff/desk", key: "staff_record.desk.nav", needs: Some(Action::RuleGame), shortcut: Some('d') },
    NavItem {
        path: "/staff/prints",
        key: "staff.print.nav",
        needs: Some(Action::PrintCertificate),
        shortcut: Some('r'),
    },
    NavItem { path: "/staff/people", key: "roster.nav", needs: Some(Action::ViewPerson), shortcut: Some('p') },
    NavItem {
        path: "/staff/agencies",
        key: "office.agencies.nav",
        needs: Some(Action::ViewAgency),
        shortcut: Some('g'),
    },
    NavItem {
        path: "/staff/journal",
        key: "office.journal.nav",
        needs: Some(Action::ViewJournal),
        shortcut: Some('j'),
    },
    NavItem { path: "/staff/mails", key: "office.mails.nav", needs: Some(Action::ManageMail), shortcut: Some('m') },
    NavItem { path: "/staff/accounts", key: "accounts.nav", needs: Some(Action::ManageAccount), shortcut: Some('u') },
];

/// The items for a reader.
pub fn items(staff: bool, role: Option<Role>) -> Vec<&'static NavItem> {
    match (staff, role) {
        (true, Some(role)) => {
            STAFF.iter().filter(|item| item.needs.is_none_or(|action| reach(role, action) != Reach::None)).collect()
        }
        (true, None) => Vec::new(),
        (false, _) => PUBLIC.iter().collect(),
    }
}

/// The number of the section that a public page is in; [`SECTIONS`] for a page outside them.
pub fn section(path: &str) -> usize {
    PUBLIC.iter().position(|item| is_here(item, path)).unwrap_or(SECTIONS)
}

/// Whether `path` is the item's page or lies below it. The two roots are only themselves.
pub fn is_here(item: &NavItem, path: &str) -> bool {
    let below = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    path == item.path || (!matches!(item.path, "/" | "/staff") && below(item.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_current_for_its_pages() {
        assert!(is_here(&PUBLIC[2], "/events/7"));
        assert!(!is_here(&PUBLIC[2], "/eventsx"));
        assert!(!is_here(&PUBLIC[0], "/events"));
        assert!(is_here(&PUBLIC[0], "/"));
    }
}
