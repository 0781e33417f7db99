//! Who may do what: the one permission matrix. Everything that is not granted here is denied.

/// A role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// 国家管理员: agencies, accounts and settings of the national office.
    NationalAdmin,
    /// 国家审核员: notices, objections, suspensions; approves the events of first-level agencies.
    NationalReviewer,
    /// 国家年审员: reads all, changes only audits.
    NationalAuditor,
    /// 机构负责人: confirms, issues, approves the events of lower agencies.
    AgencyManager,
    /// 机构经办人: files events and uploads results.
    AgencyClerk,
    /// 裁判员: sees the events of the agency and rules on their games.
    Referee,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 6] = [
        Role::NationalAdmin,
        Role::NationalReviewer,
        Role::NationalAuditor,
        Role::AgencyManager,
        Role::AgencyClerk,
        Role::Referee,
    ];

    /// The stable name, as stored and as in the catalogue's `role.*`.
    pub const fn key(self) -> &'static str {
        match self {
            Role::NationalAdmin => "national-admin",
            Role::NationalReviewer => "national-reviewer",
            Role::NationalAuditor => "national-auditor",
            Role::AgencyManager => "agency-manager",
            Role::AgencyClerk => "agency-clerk",
            Role::Referee => "referee",
        }
    }

    /// The role of a stable name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }

    /// Whether accounts of this role belong to the national office.
    pub const fn is_national(self) -> bool {
        matches!(self, Role::NationalAdmin | Role::NationalReviewer | Role::NationalAuditor)
    }
}

/// Something that a person may or may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Open the workplace and one's own account page.
    UseWorkplace,
    /// See an event with its uploads, findings and award page.
    ViewEvent,
    /// Draft, change and file an event; upload results; acknowledge warnings; submit.
    EditEvent,
    /// Enter the result of a game of a round that is run here.
    EnterResult,
    /// Approve or send back a filed event.
    ApproveEvent,
    /// Confirm or return a submission.
    ConfirmEvent,
    /// Reopen a closed event.
    ReopenEvent,
    /// Decide a doubtful match of an entry with a person.
    DecideMatch,
    /// Rule on a game by its record, or agree with a ruling.
    RuleGame,
    /// Put confirmed awards on notice.
    PublishNotice,
    /// Read objections.
    ViewObjection,
    /// Decide an objection.
    DecideObjection,
    /// Issue certificates.
    IssueCertificate,
    /// Print certificates and download the file.
    PrintCertificate,
    /// Make a further copy of a certificate (补发, 更正).
    CopyCertificate,
    /// Suspend, reinstate or revoke a certificate.
    SanctionCertificate,
    /// Look persons up with what the public does not see.
    ViewPerson,
    /// Correct a typo in, or record a change of, a person's data.
    ChangePerson,
    /// Merge two records of one person, or undo it.
    MergePerson,
    /// Bar a person from events, or lift it.
    BarPerson,
    /// Withhold a person's name from the public, or show it again.
    WithholdName,
    /// Invite, disable and list accounts.
    ManageAccount,
    /// See an agency with its authorisation and how full its series of numbers are.
    ViewAgency,
    /// Add and change agencies.
    ManageAgency,
    /// See mails that could not be delivered, and send them again.
    ManageMail,
    /// Read the journal.
    ViewJournal,
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 26] = [
        Action::UseWorkplace,
        Action::ViewEvent,
        Action::EditEvent,
        Action::EnterResult,
        Action::ApproveEvent,
        Action::ConfirmEvent,
        Action::ReopenEvent,
        Action::DecideMatch,
        Action::RuleGame,
        Action::PublishNotice,
        Action::ViewObjection,
        Action::DecideObjection,
        Action::IssueCertificate,
        Action::PrintCertificate,
        Action::CopyCertificate,
        Action::SanctionCertificate,
        Action::ViewPerson,
        Action::ChangePerson,
        Action::MergePerson,
        Action::BarPerson,
        Action::WithholdName,
        Action::ManageAccount,
        Action::ViewAgency,
        Action::ManageAgency,
        Action::ManageMail,
        Action::ViewJournal,
    ];

    /// The stable name, as in the catalogue's `action.*`.
    pub const fn key(self) -> &'static str {
        match self {
            Action::UseWorkplace => "use-workplace",
            Action::ViewEvent => "view-event",
            Action::EditEvent => "edit-event",
            Action::EnterResult => "enter-result",
            Action::ApproveEvent => "approve-event",
            Action::ConfirmEvent => "confirm-event",
            Action::ReopenEvent => "reopen-event",
            Action::DecideMatch => "decide-match",
            Action::RuleGame => "rule-game",
            Action::PublishNotice => "publish-notice",
            Action::ViewObjection => "view-objection",
            Action::DecideObjection => "decide-objection",
            Action::IssueCertificate => "issue-certificate",
            Action::PrintCertificate => "print-certificate",
            Action::CopyCertificate => "copy-certificate",
            Action::SanctionCertificate => "sanction-certificate",
            Action::ViewPerson => "view-person",
            Action::ChangePerson => "change-person",
            Action::MergePerson => "merge-person",
            Action::BarPerson => "bar-person",
            Action::WithholdName => "withhold-name",
            Action::ManageAccount => "manage-account",
            Action::ViewAgency => "view-agency",
            Action::ManageAgency => "manage-agency",
            Action::ManageMail => "manage-mail",
            Action::ViewJournal => "view-journal",
        }
    }
}

/// How far a permission reaches, seen from the account's agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// Nowhere.
    None,
    /// The account's own agency.
    Own,
    /// The lower agencies directly below the account's own, itself one below the national office.
    Children,
    /// The own agency and the lower ones directly below.
    OwnAndChildren,
    /// The national office, which has nothing above it, and the first-level agencies.
    FirstLevel,
    /// Every agency.
    All,
}

/// Where the agency of a thing stands, seen from the account's agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The same agency.
    Own,
    /// A lower agency directly below.
    Child,
    /// A first-level agency, seen from the national office: its manager there is no manager of these.
    FirstLevel,
    /// Any other.
    Other,
}

impl Reach {
    /// The stable name, as in the catalogue's `reach.*`.
    pub const fn key(self) -> &'static str {
        match self {
            Reach::None => "none",
            Reach::Own => "own",
            Reach::Children => "children",
            Reach::OwnAndChildren => "own-and-children",
            Reach::FirstLevel => "first-level",
            Reach::All => "all",
        }
    }

    /// Whether the reach covers an agency that stands so.
    pub const fn covers(self, relation: Relation) -> bool {
        match self {
            Reach::None => false,
            Reach::Own => matches!(relation, Relation::Own),
            Reach::Children => matches!(relation, Relation::Child),
            Reach::OwnAndChildren => matches!(relation, Relation::Own | Relation::Child),
            Reach::FirstLevel => matches!(relation, Relation::Own | Relation::FirstLevel),
            Reach::All => true,
        }
    }
}

/// The matrix: how far `role` may do `action`.
pub const fn reach(role: Role, action: Action) -> Reach {
    use Action as A;
    use Role as R;
    match (role, action) {
        (_, A::UseWorkplace) => Reach::Own,

        // The national office and its auditors read everything.
        (
            R::NationalAdmin | R::NationalReviewer | R::NationalAuditor,
            A::ViewEvent | A::ViewObjection | A::ViewPerson | A::ViewAgency,
        ) => Reach::All,
        (R::NationalAdmin | R::NationalAuditor, A::ViewJournal) => Reach::All,

        (R::NationalAdmin, A::ManageMail | A::WithholdName) => Reach::All,
        (R::NationalAdmin, A::ManageAccount | A::ManageAgency | A::MergePerson | A::ChangePerson | A::ReopenEvent) => {
            Reach::All
        }

        // Above a first-level agency is the national office, where the reviewers approve and no manager does.
        (R::NationalReviewer, A::ApproveEvent) => Reach::FirstLevel,
        (
            R::NationalReviewer,
            A::ReopenEvent
            | A::PublishNotice
            | A::DecideObjection
            | A::SanctionCertificate
            | A::MergePerson
            | A::BarPerson,
        ) => Reach::All,

        (R::AgencyManager, A::ViewEvent | A::ViewObjection | A::ViewAgency) => Reach::OwnAndChildren,
        (R::AgencyManager, A::ApproveEvent) => Reach::Children,
        (
            R::AgencyManager,
            A::EditEvent
            | A::EnterResult
            | A::ConfirmEvent
            | A::DecideMatch
            | A::RuleGame
            | A::IssueCertificate
            | A::PrintCertificate
            | A::CopyCertificate
            | A::ViewPerson
            | A::ChangePerson
            | A::ManageAccount,
        ) => Reach::Own,

        (
            R::AgencyClerk,
            A::ViewEvent
            | A::EditEvent
            | A::EnterResult
            | A::DecideMatch
            | A::PrintCertificate
            | A::ViewPerson
            | A::ViewAgency,
        ) => Reach::Own,
        (R::Referee, A::ViewEvent | A::EnterResult | A::RuleGame) => Reach::Own,

        _ => Reach::None,
    }
}

/// Whether whoever has the role `manager` may make and change accounts of `role`, in the agencies whose accounts they
/// manage: those of the national roles only if that is every agency.
pub const fn manages_role(manager: Role, role: Role) -> bool {
    !role.is_national() || matches!(reach(manager, Action::ManageAccount), Reach::All)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_auditor_changes_nothing_of_an_event() {
        for action in Action::ALL {
            let reads = matches!(
                action,
                Action::UseWorkplace
                    | Action::ViewEvent
                    | Action::ViewObjection
                    | Action::ViewPerson
                    | Action::ViewAgency
                    | Action::ViewJournal
            );
            assert_eq!(reach(Role::NationalAuditor, action) != Reach::None, reads, "{action:?}");
        }
    }

    #[test]
    fn no_agency_role_reaches_a_stranger_agency() {
        for role in [Role::AgencyManager, Role::AgencyClerk, Role::Referee] {
            for action in Action::ALL {
                assert!(!reach(role, action).covers(Relation::Other), "{role:?} {action:?}");
            }
        }
    }

    #[test]
    fn only_the_reviewer_publishes_decides_and_sanctions() {
        for role in Role::ALL {
            for action in [Action::PublishNotice, Action::DecideObjection, Action::SanctionCertificate] {
                assert_eq!(reach(role, action) != Reach::None, role == Role::NationalReviewer, "{role:?} {action:?}");
            }
        }
    }

    #[test]
    fn only_a_national_administrator_makes_national_roles() {
        for manager in Role::ALL {
            for role in Role::ALL.into_iter().filter(|role| role.is_national()) {
                assert_eq!(manages_role(manager, role), manager == Role::NationalAdmin, "{manager:?} {role:?}");
            }
        }
    }

    #[test]
    fn only_reviewers_approve_the_events_of_first_level_agencies() {
        for role in Role::ALL {
            let approves = reach(role, Action::ApproveEvent).covers(Relation::FirstLevel);
            assert_eq!(approves, role == Role::NationalReviewer, "{role:?}");
        }
        assert!(!reach(Role::AgencyManager, Action::ViewEvent).covers(Relation::FirstLevel));
    }

    #[test]
    fn every_role_has_one_stable_key() {
        for role in Role::ALL {
            assert_eq!(Role::from_key(role.key()), Some(role));
        }
    }
}
