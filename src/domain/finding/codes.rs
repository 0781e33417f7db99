//! The registry of codes: the one table from which messages, documents and fixtures are checked.
//!
//! The hundreds group the codes: 1 the file, 2 persons, 3 rounds and pairings, 4 results and games,
//! 5 the scheme and its groups, 7 the register, 8 game records.

use super::code::{Code, Mark, Weight};

macro_rules! codes {
    ($($id:ident $mark:ident $weight:ident $rule:literal;)+) => {
        $(
            #[doc = concat!("See `finding.", stringify!($id), "` in the catalogue, or docs/findings.md.")]
            pub static $id: Code = Code { id: stringify!($id), mark: Mark::$mark, weight: Weight::$weight, rule: $rule };
        )+
        /// Every code, in the order of its number.
        pub static ALL: &[&Code] = &[$(&$id),+];
    };
}

codes! {
    E101 File Refuses "file.size";
    E102 File Refuses "file.size";
    E103 File Refuses "file.encoding";
    I104 File Accepts "file.encoding";
    E105 File Refuses "file.columns";
    E106 File Refuses "file.columns";
    I107 File Accepts "file.columns";
    I108 File Accepts "file.workbook";
    E109 File Refuses "file.workbook";
    E110 File Refuses "file.workbook";
    E111 File Refuses "file.active";
    E112 File Refuses "file.active";
    E113 File Refuses "file.active";
    E114 File Refuses "file.active";
    E115 File Refuses "file.size";
    E116 File Refuses "file.size";
    E117 File Refuses "file.columns";
    E118 File Refuses "file.cells";
    E119 File Refuses "file.cells";
    E120 File Refuses "file.cells";
    E121 File Refuses "file.players";
    E122 File Refuses "file.size";
    E123 File Refuses "file.cells";
    E124 File Refuses "file.cells";
    E125 File Refuses "file.adjustments";
    I126 File Accepts "file.listing";
    E127 File Refuses "file.cells";
    W128 File Accepts "file.listing";
    E129 File Refuses "file.format";
    I130 File Accepts "file.interchange";
    I131 File Accepts "file.encoding";
    E132 File Refuses "file.mirror";
    E133 File Refuses "file.syntax";
    E134 File Refuses "file.keys";
    W135 File Accepts "file.totals";
    I136 File Accepts "file.left";
    I137 File Accepts "file.open";
    W138 File Accepts "file.grades";
    W139 File Accepts "file.days";

    E201 File Refuses "file.ids";
    E202 File Refuses "file.ids";
    E203 File Refuses "file.ids";
    E204 File Accepts "person.name";
    E205 File Accepts "person.reserved";
    W206 File Accepts "person.name";
    E207 File Accepts "person.name";
    I208 File Accepts "person.namesakes";
    E209 File Refuses "file.dates";
    E210 File Accepts "person.birth";
    W211 File Accepts "person.birth";
    E212 File Refuses "person.grade";
    E213 File Refuses "person.numerals";
    W214 File Accepts "person.certificate";
    E215 File Accepts "person.document";
    E216 File Accepts "person.checkdigit";
    E217 File Accepts "person.document";
    E218 File Accepts "person.document";
    E219 File Accepts "person.once";
    E220 File Accepts "person.identified";
    E221 File Accepts "person.exchanged";
    I222 File Accepts "person.exchanged";
    E223 File Accepts "person.once";
    E224 File Accepts "person.register";
    E225 File Accepts "person.once";
    E226 File Refuses "file.cells";
    E227 File Refuses "file.tests";
    W228 File Accepts "person.certificate";
    E229 File Accepts "person.certificate";
    W230 File Accepts "person.certificate";
    W231 File Accepts "person.once";
    E232 File Accepts "person.identified";

    E301 File Refuses "file.ids";
    E302 File Refuses "round.opponents";
    E303 File Refuses "round.once";
    W304 File Accepts "round.again";
    E305 File Refuses "round.rows";
    E306 File Refuses "round.rows";
    W307 File Accepts "round.numbers";
    W308 File Accepts "round.boards";
    E309 File Accepts "scheme.rounds";
    W310 File Accepts "scheme.rounds";
    E311 File Refuses "file.bye";
    E312 File Refuses "file.bye";
    E313 File Refuses "file.ids";
    I314 File Accepts "round.absent";
    I315 File Accepts "round.absent";

    E401 File Refuses "file.results";
    E402 File Accepts "game.reported";
    W403 File Accepts "game.double";
    I404 File Accepts "game.double";
    I405 File Accepts "game.void";
    I406 File Accepts "game.forfeit";
    W407 File Accepts "game.halfkomi";
    E408 File Refuses "file.results";
    W409 File Accepts "game.handicap";
    I410 File Accepts "game.handicap";
    W411 File Accepts "game.komi";
    E412 File Accepts "game.forfeit";
    W413 File Accepts "game.margin";
    W414 File Accepts "game.warnings";
    I415 File Accepts "game.draw";
    W416 File Accepts "game.stones";

    E501 File Accepts "scheme.validity";
    E502 File Accepts "scheme.groups";
    E503 File Accepts "scheme.groups";
    E504 File Accepts "scheme.entry";
    W505 File Accepts "scheme.entry";
    E506 File Accepts "scheme.entry";
    E507 File Accepts "scheme.entry";
    E508 File Accepts "scheme.entry";
    E509 File Accepts "scheme.entry";
    E510 File Accepts "scheme.certificate";
    E511 File Accepts "scheme.certificate";
    W512 File Accepts "scheme.size";
    E513 File Accepts "scheme.size";
    I514 File Accepts "scheme.facts";
    W515 File Accepts "scheme.entry";
    W516 File Accepts "scheme.ceiling";
    W517 File Accepts "scheme.ceiling";
    E518 File Accepts "scheme.entry";
    W519 File Accepts "scheme.groups";
    I520 File Accepts "scheme.facts";
    W521 File Accepts "scheme.tests";
    W522 File Accepts "scheme.order";
    W523 File Accepts "scheme.awards";
    E524 File Accepts "scheme.awards";
    E530 File Accepts "scheme.tests";
    W531 File Accepts "scheme.tests";

    I700 File Accepts "register.marks";
    E701 Register Accepts "register.id";
    E702 Register Accepts "register.name";
    E703 Register Accepts "register.name";
    E704 Register Accepts "register.name";
    E705 Register Accepts "register.document";
    W706 Register Accepts "register.grade";
    E707 Register Accepts "register.birth";
    W708 Register Accepts "register.match";
    W709 Register Accepts "register.match";
    I710 Register Accepts "register.match";
    W711 Register Accepts "register.id";
    E712 Register Accepts "register.barred";
    W713 Register Accepts "register.birth";
    E714 Register Accepts "register.certificate";
    W715 Register Accepts "register.certificate";
    E716 Register Accepts "register.certificate";
    E717 Register Accepts "register.month";
    E718 Register Accepts "register.place";
    E719 Register Accepts "register.upload";
    W720 Register Accepts "register.upload";
    E721 Register Accepts "register.agency";
    W722 Register Accepts "register.deadline";
    W723 Register Accepts "register.agency";
    E724 Register Accepts "register.ladder";
    W725 Register Accepts "register.ladder";
    W726 Register Accepts "register.grade";
    W727 Register Accepts "register.upload";
    E728 Register Accepts "person.once";
    W729 Register Accepts "register.document";

    E801 File Refuses "record.readable";
    E802 File Accepts "record.legal";
    W803 File Accepts "record.counted";
    W804 File Accepts "record.counted";
    W805 File Accepts "record.whole";
    W806 File Accepts "record.counted";
    I807 File Accepts "record.uncounted";
    I808 File Accepts "record.whole";
    W809 File Accepts "record.referee";
    W810 File Accepts "record.one";
    E811 Register Accepts "record.counted";
    E812 Register Accepts "record.legal";
    W813 Register Accepts "record.counted";
    W814 Register Accepts "record.whole";
    W815 Register Accepts "record.counted";
    W816 Register Accepts "record.readable";
    W817 Register Accepts "record.event";
    W818 Register Accepts "record.event";
    W819 Register Accepts "record.event";
    W820 Register Accepts "record.event";
    W821 Register Accepts "record.event";
    W822 Register Accepts "record.players";
    E823 Register Accepts "record.declared";
    W824 Register Accepts "record.declared";
    E825 Register Accepts "record.own";
    W826 Register Accepts "record.own";
    W827 Register Accepts "record.own";
    W828 Register Accepts "record.required";
    W829 Register Accepts "record.players";
    W830 Register Accepts "record.agreed";
    W831 Register Accepts "record.agreed";
    I832 Register Accepts "record.evidence";
    I833 Register Accepts "record.ruled";
    E834 Register Accepts "record.agreed";
}
