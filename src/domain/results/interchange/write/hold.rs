//! What each format can hold of an event.

use super::super::super::model::{Entry, Game, GameResult, Sheet, Win, WonBy};
use super::super::super::players::is_plain_id;
use super::super::names::{self, Name};
use super::super::{crosstable, rank};
use super::Target;
use super::romanised::romanised;
use crate::domain::grade::Grade;
use crate::text::{Bilingual, both};
use std::collections::{BTreeMap, HashSet};

macro_rules! losses {
    ($($variant:ident $word:literal;)+) => {
        /// A part of an event that some format cannot hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Loss { $(#[doc = concat!("See `interchange.loss.", $word, "` in the catalogue.")] $variant),+ }

        impl Loss {
            /// All of them.
            pub const ALL: &[Loss] = &[$(Loss::$variant),+];

            /// What happens to it, in words.
            pub fn words(self) -> Bilingual {
                let word = match self { $(Loss::$variant => $word),+ };
                both(&format!("interchange.loss.{word}"), &[])
            }
        }
    };
}

losses! {
    Ids "ids";
    Names "names";
    Sex "sex";
    Birth "birth";
    Ungraded "ungraded";
    Certificate "certificate";
    Agency "agency";
    Club "club";
    Person "person";
    Household "household";
    Group "group";
    Tests "tests";
    Boards "boards";
    Handicap "handicap";
    Komi "komi";
    Manner "manner";
    Forfeit "forfeit";
    Draw "draw";
    Bye "bye";
    BothLose "both-lose";
    BothWin "both-win";
    Void "void";
    Record "record";
    Warnings "warnings";
}

/// How a format tells the komi.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Komi {
    No,
    /// One for all even games.
    Event,
    Game,
}

/// What a format of another program holds.
struct Holds {
    id: fn(&str) -> bool,
    /// In which letters names are, and how long they may be.
    latin: bool,
    longest: usize,
    person: bool,
    ungraded: bool,
    club: bool,
    boards: bool,
    handicap: bool,
    komi: Komi,
    forfeit: bool,
    draw: bool,
    bye: bool,
    both_lose: bool,
    both_win: bool,
}

impl Holds {
    /// The capabilities of a target; none for our own files, which hold everything.
    fn of(target: Target) -> Option<Self> {
        let all = Holds {
            id: is_plain_id,
            latin: false,
            longest: 60,
            person: false,
            ungraded: false,
            club: false,
            boards: false,
            handicap: true,
            komi: Komi::Event,
            forfeit: true,
            draw: true,
            bye: true,
            both_lose: true,
            both_win: false,
        };
        Some(match target {
            Target::ResultsCsv | Target::PlayersCsv | Target::Workbook => return None,
            Target::OpenGotha => Holds { ungraded: true, club: true, boards: true, both_win: true, ..all },
            Target::H9 => all,
            Target::H9Latin => Holds { latin: true, ..all },
            Target::Tou => Holds { id: |id| is_number(id, 7), latin: true, forfeit: false, both_lose: false, ..all },
            Target::Trf => Holds {
                id: |id| id.len() <= 11 && is_plain_id(id),
                longest: 31,
                person: true,
                ungraded: true,
                handicap: false,
                komi: Komi::No,
                ..all
            },
            Target::Aga => Holds {
                id: |id| is_number(id, 9),
                latin: true,
                komi: Komi::Game,
                forfeit: false,
                draw: false,
                bye: false,
                both_lose: false,
                ..all
            },
        })
    }
}

fn is_number(id: &str, longest: usize) -> bool {
    id.len() <= longest && id.bytes().all(|b| b.is_ascii_digit()) && is_plain_id(id)
}

/// How often each loss occurs.
type Lost = BTreeMap<Loss, usize>;

fn lose(lost: &mut Lost, loss: Loss, when: bool) {
    if when {
        *lost.entry(loss).or_default() += 1;
    }
}

/// The event as a target holds it, and what it loses.
pub(super) fn hold(sheet: &Sheet, target: Target) -> (Sheet, Lost) {
    let (mut sheet, mut lost) = (sheet.clone(), Lost::new());
    let Some(holds) = Holds::of(target) else { return (sheet, lost) };
    let ids: HashSet<&str> = sheet.entries.iter().map(|entry| entry.id.as_str()).collect();
    if ids.len() < sheet.entries.len() || !sheet.entries.iter().all(|entry| (holds.id)(&entry.id)) {
        lost.insert(Loss::Ids, sheet.entries.len());
        for (entry, n) in sheet.entries.iter_mut().zip(1..) {
            entry.id = u32::to_string(&n);
        }
    }
    for entry in &mut sheet.entries {
        person(entry, &holds, &mut lost);
    }
    if !holds.bye {
        let before = sheet.games.len();
        sheet.games.retain(|game| game.white.is_some());
        if sheet.games.len() < before {
            lost.insert(Loss::Bye, before - sheet.games.len());
        }
    }
    for game in &mut sheet.games {
        result(game, &holds, &mut lost);
    }
    komi(&mut sheet.games, &holds, &mut lost);
    (sheet, lost)
}

fn person(entry: &mut Entry, holds: &Holds, lost: &mut Lost) {
    if !is_held(&entry.name, holds) {
        lose(lost, Loss::Names, true);
        let latin = romanised(&entry.name);
        entry.name = if is_held(&latin, holds) { latin } else { "Player".to_owned() };
    }
    if !holds.person {
        lose(lost, Loss::Sex, entry.sex.take().is_some());
        lose(lost, Loss::Birth, entry.birth.take().is_some());
    }
    if !holds.ungraded && entry.grade.is_none() {
        lose(lost, Loss::Ungraded, true);
        entry.grade = Some(Grade::LOWEST);
    }
    if !holds.club {
        lose(lost, Loss::Club, entry.club.take().is_some());
    }
    lose(lost, Loss::Certificate, entry.certificate.take().is_some());
    lose(lost, Loss::Agency, entry.agency.take().is_some());
    let (register, document) = (entry.register.take(), entry.document.take());
    lose(lost, Loss::Person, register.is_some() || document.is_some());
    lose(lost, Loss::Household, entry.household.take().is_some());
    lose(lost, Loss::Group, entry.group.take().is_some());
    lose(lost, Loss::Tests, entry.tests.take().is_some());
}

/// Whether a name comes back as it was.
fn is_held(name: &str, holds: &Holds) -> bool {
    let (family, given) = names::split(name);
    let read = Name::parts(family, given);
    let token = |part: &str| rank::is_rank(part) || crosstable::token(part, true).is_some();
    (!holds.latin || name.is_ascii())
        && name.chars().count() <= holds.longest
        && read.number.is_empty()
        && read.plain == name
        && name.chars().any(char::is_alphabetic)
        && !name.contains([';', '|', '_', ',', '，', '\t', '"'])
        && !name.contains("  ")
        && !name.split(' ').any(token)
}

fn result(game: &mut Game, holds: &Holds, lost: &mut Lost) {
    let plain = Win { by: WonBy::Unstated };
    let mut manner = |win: &mut Win| match win.by {
        WonBy::Unstated => {}
        WonBy::Forfeit if holds.forfeit => {}
        WonBy::Forfeit => {
            lose(lost, Loss::Forfeit, true);
            *win = plain;
        }
        WonBy::Count(_) | WonBy::Resignation | WonBy::Time => {
            lose(lost, Loss::Manner, true);
            *win = plain;
        }
    };
    match &mut game.result {
        GameResult::Black(win) | GameResult::White(win) => manner(win),
        _ => {}
    }
    let loss = match game.result {
        GameResult::Void => Some(Loss::Void),
        GameResult::Draw if !holds.draw => Some(Loss::Draw),
        GameResult::BothLose if !holds.both_lose => Some(Loss::BothLose),
        GameResult::BothWin if !holds.both_win => Some(Loss::BothWin),
        _ => None,
    };
    if let Some(loss) = loss {
        lose(lost, loss, true);
        game.result = GameResult::NotReported;
    }
    if !holds.boards || game.white.is_none() {
        lose(lost, Loss::Boards, game.board.take().is_some() && game.white.is_some());
    }
    if !holds.handicap {
        lose(lost, Loss::Handicap, game.handicap > 0);
        game.handicap = 0;
    }
    if game.white.is_none() {
        game.handicap = 0;
    }
    lose(lost, Loss::Record, game.record.take().is_some());
    lose(lost, Loss::Warnings, game.black_warnings > 0 || game.white_warnings > 0);
    (game.black_warnings, game.white_warnings) = (0, 0);
}

fn komi(games: &mut [Game], holds: &Holds, lost: &mut Lost) {
    let even = |game: &&Game| game.white.is_some() && game.handicap == 0;
    let mut given = games.iter().filter(even).map(|game| game.komi);
    let first = given.next().flatten();
    let common = first.filter(|_| given.all(|komi| komi == first));
    for game in games {
        let kept = match holds.komi {
            _ if game.white.is_none() => None,
            Komi::No => None,
            Komi::Event if game.handicap > 0 => Some(0),
            Komi::Event => common,
            Komi::Game => Some(game.stated_komi().unwrap_or(0)),
        };
        let same = kept == game.komi || (game.handicap > 0 && game.stated_komi() == kept) || game.white.is_none();
        lose(lost, Loss::Komi, !same);
        game.komi = kept;
    }
}
