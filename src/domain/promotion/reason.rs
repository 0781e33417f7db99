//! The reason of each award and of each refusal, in words.

use super::allocate::{Allocation, Allocator, Candidate, band_end, points_of_rate};
use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::domain::scheme::{Blocked, Clause, Pick, Quota, Scheme};
use crate::domain::standings::Tally;
use crate::text::{Bilingual, Lang, both, both_of, fill};

/// What reasons are made from.
pub(super) struct Reasons<'a> {
    scheme: &'a Scheme,
    allocator: &'a Allocator<'a>,
    allocation: &'a Allocation,
}

/// "3 wins, 1 draw, 1 bye counted as a win": what was won over the board, and what without a game.
pub(super) fn score(tally: &Tally) -> Bilingual {
    let won = tally.won();
    let (wins, draws, byes) = (won.to_string(), tally.draws.to_string(), tally.byes.to_string());
    let in_one = |lang| {
        let key = if won == 1 { "promotion.score.one_win" } else { "promotion.score.wins" };
        let mut text = fill(lang, key, &[("wins", &wins)]);
        if tally.draws > 0 {
            let key = if tally.draws == 1 { "promotion.score.one_draw" } else { "promotion.score.draws" };
            text.push_str(&fill(lang, key, &[("draws", &draws)]));
        }
        if tally.byes > 0 {
            let key = match (tally.byes, tally.byes_won) {
                (1, 0) => "promotion.score.one_bye",
                (1, _) => "promotion.score.one_bye_won",
                (_, 0) => "promotion.score.byes",
                _ => "promotion.score.byes_won",
            };
            text.push_str(&fill(lang, key, &[("byes", &byes)]));
        }
        text
    };
    Bilingual { zh: in_one(Lang::Zh), en: in_one(Lang::En) }
}

/// Adds a text behind another.
pub(super) fn join(mut text: Bilingual, more: &Bilingual) -> Bilingual {
    for (text, lang, more) in [(&mut text.zh, Lang::Zh, &more.zh), (&mut text.en, Lang::En, &more.en)] {
        if !text.is_empty() {
            text.push_str(crate::text::text(lang, "promotion.separator"));
        }
        text.push_str(more);
    }
    text
}

fn append(mut text: Bilingual, more: &Bilingual) -> Bilingual {
    text.zh.push_str(&more.zh);
    text.en.push_str(&more.en);
    text
}

fn places(number: u32) -> Bilingual {
    let key = if number == 1 { "promotion.place.one" } else { "promotion.place.many" };
    both(key, &[("places", &number.to_string())])
}

fn sex(sex: Option<Sex>) -> Bilingual {
    match sex {
        Some(Sex::Female) => both("promotion.sex.female", &[]),
        _ => both("promotion.sex.male", &[]),
    }
}

impl<'a> Reasons<'a> {
    pub(super) fn new(allocator: &'a Allocator<'a>, allocation: &'a Allocation) -> Self {
        Self { scheme: allocator.scheme, allocator, allocation }
    }

    /// Why the clause granted.
    pub(super) fn granted(&self, i: usize, n: usize, tally: &Tally) -> Bilingual {
        let clause = &self.allocator.group.clauses[i];
        let candidate = &self.allocator.candidates[n];
        let score = score(tally);
        let main = match clause.pick {
            Pick::All => Bilingual::default(),
            _ => self.placed(clause, candidate, &score, self.allocation.ranks[n]),
        };
        let mut reason = if main == Bilingual::default() { main } else { join(main, &self.limits(i, false)) };
        if clause.pick == Pick::All {
            if let Some(need) = clause.wins {
                let arguments = [("zh_score", score.zh.as_str()), ("en_score", &score.en), ("need", &need.to_string())];
                reason = join(reason, &both("promotion.granted.wins", &arguments));
            } else if clause.is_for_everyone() {
                let arguments = [("zh_score", score.zh.as_str()), ("en_score", &score.en)];
                reason = join(reason, &both("promotion.granted.everyone", &arguments));
            }
        }
        if let Some(rate) = self.rate("promotion.granted.rate", clause, candidate) {
            reason = join(reason, &rate);
        }
        if let (Ok(full), Ok(award)) = (self.scheme.resolve(clause.award, candidate.grade, None), candidate.awards[i])
            && award < full
        {
            let arguments = [("full", &full.words()), ("award", &award.words())];
            reason = join(reason, &both_of("promotion.granted.ceiling", &arguments));
        }
        if !clause.tests.is_empty() {
            reason = join(reason, &both_of("promotion.granted.tests", &[("tests", &self.tests(clause, candidate))]));
        }
        reason
    }

    /// The nearest reason why nothing was granted: what the easiest clause that could promote the player asks for.
    pub(super) fn refused(&self, n: usize, tally: &Tally) -> Bilingual {
        let candidate = &self.allocator.candidates[n];
        let clauses = &self.allocator.group.clauses;
        let concerns = |clause: &Clause| clause.concerns(candidate.grade, candidate.sex);
        let nearest = clauses.iter().enumerate().rev().find(|(i, c)| concerns(c) && candidate.awards[*i].is_ok());
        if let Some((i, clause)) = nearest {
            return self.missed(i, clause, n, tally);
        }
        let own = || clauses.iter().enumerate().filter(|(_, clause)| concerns(clause));
        let here = own().find(|(i, _)| candidate.awards[*i] != Err(Blocked::OtherLevel));
        let blocked = here.or_else(|| own().next_back()).map(|(i, _)| candidate.awards[i]);
        match blocked {
            Some(Err(Blocked::NotHigher(held))) => both_of("promotion.refused.not_higher", &[("held", &held.words())]),
            Some(Err(Blocked::TopOfLadder)) => {
                both_of("promotion.refused.top", &[("held", &Grade::words_or_ungraded(candidate.grade))])
            }
            Some(Err(Blocked::AboveCeiling { award, ceiling })) => {
                let arguments = [("award", &award.words()), ("ceiling", &ceiling.words())];
                both_of("promotion.refused.ceiling", &arguments)
            }
            Some(Err(Blocked::OtherLevel)) => both("promotion.refused.level", &[]),
            _ if candidate.sex.is_none() && clauses.iter().any(|clause| clause.sex.is_some()) => {
                both("promotion.refused.sex_missing", &[])
            }
            _ => both_of("promotion.refused.no_clause", &[("grade", &Grade::words_or_ungraded(candidate.grade))]),
        }
    }

    /// "theory 14, machine 2": the results of the tests that a clause asks for, by the names of the scheme.
    fn tests(&self, clause: &Clause, candidate: &Candidate) -> Bilingual {
        let in_one = |lang: Lang| {
            let each = clause.tests.iter().map(|need| {
                let name = self.scheme.tests.iter().find(|t| t.id == need.test).map_or("", |t| t.name.get(lang));
                format!("{name} {}", candidate.tests.get(&need.test).copied().unwrap_or_default())
            });
            each.collect::<Vec<_>>().join(crate::text::text(lang, "schemes.clause.comma"))
        };
        Bilingual { zh: in_one(Lang::Zh), en: in_one(Lang::En) }
    }

    fn missed(&self, i: usize, clause: &Clause, n: usize, tally: &Tally) -> Bilingual {
        let candidate = &self.allocator.candidates[n];
        for need in &clause.tests {
            let name = self.scheme.tests.iter().find(|t| t.id == need.test).map(|t| t.name.clone()).unwrap_or_default();
            let least = need.at_least.to_string();
            let arguments = [("zh_test", name.zh.as_str()), ("en_test", &name.en), ("need", &least)];
            match candidate.tests.get(&need.test) {
                None => return both("promotion.refused.test_missing", &arguments),
                Some(result) if *result < need.at_least => {
                    let result = result.to_string();
                    let [a, b, c] = arguments;
                    return both("promotion.refused.test", &[a, b, c, ("result", &result)]);
                }
                Some(_) => {}
            }
        }
        let score = score(tally);
        if let Some(need) = clause.wins.filter(|wins| candidate.points < self.scheme.points.of_wins(*wins)) {
            let need = need.to_string();
            return both(
                "promotion.refused.wins",
                &[("zh_score", &score.zh), ("en_score", &score.en), ("need", &need)],
            );
        }
        let short =
            points_of_rate(clause, self.scheme.points, self.allocator.rounds).is_some_and(|p| candidate.points < p);
        if let Some(rate) = self.rate("promotion.refused.rate", clause, candidate).filter(|_| short) {
            return rate;
        }
        join(self.placed(clause, candidate, &score, self.allocation.ranks[n]), &self.limits(i, true))
    }

    /// "4 wins, place 13 of 40", for bands with the part of the standings.
    fn placed(&self, clause: &Clause, candidate: &Candidate, score: &Bilingual, rank: u32) -> Bilingual {
        let base = self.allocator.base;
        let place = both(
            "promotion.place.of",
            &[
                ("zh_score", &score.zh),
                ("en_score", &score.en),
                ("place", &candidate.place.to_string()),
                ("base", &base.to_string()),
            ],
        );
        let Pick::Band { of, .. } = clause.pick else { return place };
        let part = (1..of).find(|part| rank <= band_end(*part, of, base, self.scheme.rounding)).unwrap_or(of);
        join(place, &both("promotion.place.band", &[("part", &part.to_string()), ("of", &of.to_string())]))
    }

    /// "12 places at 30 %", and where they ended if that is not plain from their number.
    fn limits(&self, i: usize, refused: bool) -> Bilingual {
        let clause = &self.allocator.group.clauses[i];
        let used = &self.allocation.used[i];
        let number = places(used.places.unwrap_or_default());
        let limit = match clause.pick {
            Pick::All => return Bilingual::default(),
            Pick::Band { part, .. } => {
                let key = if refused { "promotion.refused.band" } else { "promotion.granted.band" };
                return both(key, &[("part", &part.to_string())]);
            }
            Pick::Best(Quota::Share(share)) => both(
                "promotion.place.at_share",
                &[
                    ("zh_share", &share.to_string()),
                    ("en_share", &share.to_string().replace('%', " %")),
                    ("zh_places", &number.zh),
                    ("en_places", &number.en),
                ],
            ),
            Pick::Best(Quota::Places(_)) => number,
            Pick::Reserved(_) => {
                let sex = sex(clause.sex);
                both(
                    "promotion.place.reserved",
                    &[("zh_sex", &sex.zh), ("en_sex", &sex.en), ("zh_places", &number.zh), ("en_places", &number.en)],
                )
            }
        };
        match (refused, used.last) {
            (true, Some(last)) if Some(last) != used.places => {
                append(limit, &both("promotion.place.last", &[("last", &last.to_string())]))
            }
            (true, None) if used.places != Some(0) => append(limit, &both("promotion.place.unused", &[])),
            _ => limit,
        }
    }

    fn rate(&self, key: &'static str, clause: &Clause, candidate: &Candidate) -> Option<Bilingual> {
        let need = points_of_rate(clause, self.scheme.points, self.allocator.rounds)?;
        let rate = clause.rate?.to_string();
        Some(both(key, &[("points", &candidate.points.to_string()), ("need", &need.to_string()), ("rate", &rate)]))
    }
}
