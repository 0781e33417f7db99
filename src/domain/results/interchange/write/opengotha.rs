//! OpenGotha's tournament file. The address of the machine that writes it is left out.

use super::super::super::model::{GameResult, Sheet, WonBy};
use super::super::super::text::komi;
use super::super::{names, opengotha, rank};
use super::About;
use std::collections::HashMap;

/// The rounds that the program keeps for each player.
const ROUNDS: usize = 20;

/// A value as an attribute holds it.
fn value(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The two names of each entry, such that no two have the same key: of namesakes the given name carries a number, as
/// organisers write it, which is taken out again on reading.
fn named(sheet: &Sheet) -> Vec<(String, String)> {
    let parts: Vec<(&str, &str)> = sheet.entries.iter().map(|entry| names::split(&entry.name)).collect();
    let mut times: HashMap<String, usize> = HashMap::new();
    for (family, given) in &parts {
        *times.entry(opengotha::key(family, given)).or_default() += 1;
    }
    let one = |((family, given), n): (&(&str, &str), usize)| {
        let alone = times.get(&opengotha::key(family, given)).is_none_or(|times| *times < 2);
        let given = if alone { (*given).to_owned() } else { format!("{given}{n}") };
        ((*family).to_owned(), given)
    };
    parts.iter().zip(1..).map(one).collect()
}

/// The file.
pub(super) fn write(sheet: &Sheet, about: &About) -> String {
    let named = named(sheet);
    let mut present = vec![[false; ROUNDS]; sheet.entries.len()];
    for game in &sheet.games {
        for side in [Some(game.black), game.white].into_iter().flatten() {
            let row = present.get_mut(side);
            if let Some(slot) = row.and_then(|row| row.get_mut(usize::from(game.round).saturating_sub(1))) {
                *slot = true;
            }
        }
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += "<Tournament dataVersion=\"201\" fullVersionNumber=\"3.51\" runningMode=\"SAL\">\n<Players>\n";
    for ((entry, (family, given)), present) in sheet.entries.iter().zip(&named).zip(&present) {
        let participating: String = present.iter().map(|present| if *present { '1' } else { '0' }).collect();
        let rank = rank::write(entry.grade);
        let rating = 2100 + 100 * i32::from(rank::height(&rank).unwrap_or(-30));
        let grade = entry.grade.map(|_| rank.as_str()).unwrap_or_default();
        out += &format!(
            "<Player id=\"{}\" name=\"{}\" firstName=\"{}\" country=\"\" club=\"{}\" egfPin=\"\" ffgLicence=\"\" \
             ffgLicenceStatus=\"\" agaId=\"\" agaExpirationDate=\"\" rank=\"{rank}\" rating=\"{rating}\" \
             ratingOrigin=\"INI\" grade=\"{grade}\" smmsCorrection=\"0\" participating=\"{participating}\" \
             registeringStatus=\"FIN\"/>\n",
            value(&entry.id),
            value(family),
            value(given),
            value(entry.club.as_deref().unwrap_or_default()),
        );
    }
    out += "</Players>\n";
    out += &games(sheet, &named);
    out += &parameters(sheet, about);
    out + "</Tournament>\n"
}

fn games(sheet: &Sheet, named: &[(String, String)]) -> String {
    let key = |index: usize| named.get(index).map(|(family, given)| value(&opengotha::key(family, given)));
    let (mut games, mut byes) = (String::new(), String::new());
    for game in &sheet.games {
        let black = key(game.black).unwrap_or_default();
        let Some(white) = game.white.and_then(key) else {
            byes += &format!("<ByePlayer roundNumber=\"{}\" player=\"{black}\"/>\n", game.round);
            continue;
        };
        let result = match game.result {
            GameResult::Black(win) if win.by == WonBy::Forfeit => "RESULT_BLACKWINS_BYDEF",
            GameResult::Black(_) => "RESULT_BLACKWINS",
            GameResult::White(win) if win.by == WonBy::Forfeit => "RESULT_WHITEWINS_BYDEF",
            GameResult::White(_) => "RESULT_WHITEWINS",
            GameResult::Draw => "RESULT_EQUAL",
            GameResult::BothLose => "RESULT_BOTHLOSE",
            GameResult::BothWin => "RESULT_BOTHWIN",
            GameResult::Bye | GameResult::Void | GameResult::NotReported => "RESULT_UNKNOWN",
        };
        let table = game.board.map(|board| format!(" tableNumber=\"{board}\"")).unwrap_or_default();
        games += &format!(
            "<Game roundNumber=\"{}\"{table} whitePlayer=\"{white}\" blackPlayer=\"{black}\" handicap=\"{}\" \
             knownColor=\"true\" result=\"{result}\"/>\n",
            game.round, game.handicap,
        );
    }
    let byes = if byes.is_empty() { byes } else { format!("<ByePlayers>\n{byes}</ByePlayers>\n") };
    format!("<Games>\n{games}</Games>\n{byes}")
}

/// What the program needs besides: the event, and its own defaults for everything that is no result.
fn parameters(sheet: &Sheet, about: &About) -> String {
    let even = sheet.games.iter().find(|game| game.white.is_some() && game.handicap == 0);
    let komi = even.and_then(|game| game.komi).map(|komi| format!(" komi=\"{}\"", komi::points(komi)));
    let days = about.days.map(|(first, last)| format!(" beginDate=\"{first}\" endDate=\"{last}\""));
    let (name, place) = (value(&about.name), value(&about.place));
    format!(
        "<TournamentParameterSet>\n<GeneralParameterSet shortName=\"{name}\" name=\"{name}\" location=\"{place}\" \
         director=\"\"{}{} bInternet=\"false\" size=\"19\" numberOfRounds=\"{}\" numberOfCategories=\"1\" \
         genMMFloor=\"30K\" genMMBar=\"9D\" genMMZero=\"30K\" genNBW2ValueAbsent=\"0\" genNBW2ValueBye=\"2\" \
         genMMS2ValueAbsent=\"0\" genMMS2ValueBye=\"2\" genRoundDownNBWMMS=\"true\" \
         genCountNotPlayedGamesAsHalfPoint=\"false\"/>\n\
         <HandicapParameterSet hdBasedOnMMS=\"false\" hdNoHdRankThreshold=\"30K\" hdCorrection=\"0\" hdCeiling=\"0\"/>\n\
         <PlacementParameterSet>\n<PlacementCriteria>\n<PlacementCriterion number=\"1\" name=\"NBW\"/>\n\
         <PlacementCriterion number=\"2\" name=\"SOSW\"/>\n</PlacementCriteria>\n</PlacementParameterSet>\n\
         </TournamentParameterSet>\n",
        days.unwrap_or_default(),
        komi.unwrap_or_default(),
        sheet.rounds(),
    )
}
