//! What the register knows about the players of a file, asked in a constant number of queries.

use crate::clock::beijing_time;
use crate::domain::finding::register::{
    AgencyFact, Booking, CertificateFact, Content, DocumentFact, Facts, Games, PersonFact, PersonState, Promotion,
    Proposed, Question, RegisterFacts, SameContent, UploadFact,
};
use crate::domain::grade::Grade;
use crate::domain::id_document::IdKind;
use crate::domain::name::search_key;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::{CheckContext, Sex, Sheet};
use crate::service::event::scheme_of;
use crate::service::{Register, ServiceResult, records};
use crate::store::agency::Agency;
use crate::store::event::Event;
use crate::store::person::{self, Person};
use crate::store::{Conn, DbError, account, agency, award, bar, certificate, document, entry, event, upload};
use chrono::{Datelike, Duration, NaiveDate};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What the files belong to.
enum About<'a> {
    /// A group of an event of the register.
    Filed { event: &'a Event, group: &'a str },
    /// An event that nobody has filed yet: what whoever asks says of it.
    Unfiled { context: &'a CheckContext },
}

/// The register as a check of one event's group sees it.
pub struct EventFacts<'a> {
    register: &'a Register,
    about: About<'a>,
    players_sha256: Option<String>,
    upload_id: Option<i64>,
}

/// What an answer says about: the event's last day, its agency, the event itself where it is filed.
struct Known<'a> {
    event: Option<&'a Event>,
    ends_on: Option<NaiveDate>,
    holder: Option<Agency>,
}

impl<'a> EventFacts<'a> {
    /// The facts for files of a group of an event.
    pub fn new(register: &'a Register, event: &'a Event, group: &'a str) -> Self {
        Self { register, about: About::Filed { event, group }, players_sha256: None, upload_id: None }
    }

    /// The facts for files of an event that nobody has filed yet, of which this is known.
    pub fn unfiled(register: &'a Register, context: &'a CheckContext) -> Self {
        Self { register, about: About::Unfiled { context }, players_sha256: None, upload_id: None }
    }

    /// The same with the digest of the players file: only both files together are the same upload.
    pub fn with_players(self, sha256: Option<String>) -> Self {
        Self { players_sha256: sha256, ..self }
    }

    /// The same for an upload that is kept already: it is no duplicate of itself.
    pub fn after(self, upload_id: i64) -> Self {
        Self { upload_id: Some(upload_id), ..self }
    }

    /// The filed event with the id of its group, or what is said of one that is not filed.
    pub(super) fn filed(&self) -> Result<(&'a Event, &'a str), &'a CheckContext> {
        match self.about {
            About::Filed { event, group } => Ok((event, group)),
            About::Unfiled { context } => Err(context),
        }
    }

    fn known(&self, conn: &mut Conn, question: &Question) -> ServiceResult<Known<'a>> {
        Ok(match self.about {
            About::Filed { event, .. } => Known {
                event: Some(event),
                ends_on: Some(event.ends_on),
                holder: Some(agency::by_id(conn, event.agency_id)?),
            },
            About::Unfiled { .. } => Known {
                event: None,
                ends_on: question.date,
                holder: match &question.agency {
                    Some(code) => account::find::agency_by_code(conn, code)?,
                    None => None,
                },
            },
        })
    }

    fn answer(&self, conn: &mut Conn, question: &Question) -> ServiceResult<Facts> {
        let known = self.known(conn, question)?;
        let indexes: HashMap<Vec<u8>, &String> =
            question.documents.iter().map(|d| (self.register.keys.blind_index("document", d), d)).collect();
        let numbers: Vec<String> = question.registers.iter().map(ToString::to_string).collect();
        let mut persons: BTreeMap<i64, Person> = BTreeMap::new();
        let mut documents = Vec::new();
        for (index, holder) in person::by_documents(conn, &indexes.keys().cloned().collect::<Vec<_>>())? {
            // Whoever an unconfirmed submission entered is no person of the register yet, and owns nothing.
            if holder.state == "provisional" {
                continue;
            }
            if let (Some(document), Ok(number)) = (indexes.get(&index), holder.register_no.parse()) {
                documents.push(DocumentFact { document: (*document).clone(), register: number });
            }
            persons.insert(holder.id, holder);
        }
        let named = person::by_register_nos(conn, &numbers)?;
        persons.extend(named.into_iter().chain(person::by_name_keys(conn, &question.name_keys)?).map(|p| (p.id, p)));
        persons.retain(|_, p| p.state != "provisional");
        let asked = certificate::by_identities(
            conn,
            &question.certificates.iter().map(|(g, n)| (i64::from(g.rank()), n.clone())).collect::<Vec<_>>(),
        )?;
        let holders: BTreeSet<i64> = asked.iter().map(|c| c.person_id).filter(|id| !persons.contains_key(id)).collect();
        persons.extend(person::by_ids(conn, &holders.into_iter().collect::<Vec<_>>())?.into_iter().map(|p| (p.id, p)));
        let merged: BTreeSet<i64> = persons.values().filter_map(|p| p.merged_into).collect();
        let kept: HashMap<i64, Person> =
            person::by_ids(conn, &merged.into_iter().collect::<Vec<_>>())?.into_iter().map(|p| (p.id, p)).collect();
        let ids: Vec<i64> = persons.keys().copied().collect();
        let day = known.ends_on.unwrap_or_else(|| self.register.today());
        let grades = grades_of_records(conn, &ids, day, known.event.map_or(0, |event| event.id))?;
        let barred = bar::barred_on(conn, &ids, day)?;
        let entered_here = entered_by(conn, &ids, known.event, &grades)?;
        // Asked only where a document may speak against a namesake.
        let kinds = if question.documents.is_empty() { HashMap::new() } else { document::kinds_of(conn, &ids)? };
        let asks = known.holder.as_ref().map(|holder| holder.id);
        let number_of = |id: i64| persons.get(&id).and_then(|p| p.register_no.parse::<RegisterNumber>().ok());
        let due = known.ends_on.map(|day| day + Duration::days(self.register.policy.results_due_days));
        Ok(Facts {
            persons: persons
                .values()
                .filter_map(|p| {
                    let fact = fact(p, asks, &grades, &kept, &barred, &kinds)?;
                    Some(PersonFact { entered_here: entered_here.contains(&p.id), ..fact })
                })
                .collect(),
            documents,
            certificates: asked
                .iter()
                .filter_map(|c| {
                    Some(CertificateFact {
                        grade: crate::service::certificate::grade_of(c.grade),
                        number: c.number.clone(),
                        register: number_of(c.person_id)?,
                        valid: matches!(c.state.as_str(), "valid" | "superseded"),
                    })
                })
                .collect(),
            promotions: self.promotions(conn, &known, &ids, &number_of)?,
            bookings: bookings(conn, &known, &ids, &number_of)?,
            uploads: self.uploads(conn, &known, question)?,
            same_content: same_content(conn, &known, question)?,
            agency: known.holder.map(|holder| AgencyFact {
                code: holder.code,
                active: holder.state == "active",
                valid_to: holder.valid_to,
            }),
            deadline: due,
            today: Some(self.day_of_results(conn)?),
            // Computed once it is known who the entries are: `proposed`.
            awards: Vec::new(),
        })
    }

    /// The day on which the results came: today until they are submitted, and that day ever after.
    fn day_of_results(&self, conn: &mut Conn) -> ServiceResult<NaiveDate> {
        let today = self.register.today();
        let About::Filed { event, .. } = self.about else { return Ok(today) };
        if !matches!(event.state.as_str(), "submitted" | "confirmed" | "closed") {
            return Ok(today);
        }
        let steps = event::steps(conn, event.id)?;
        let submitted = steps.iter().rev().find(|step| step.step == "submitted");
        Ok(submitted.map_or(today, |step| beijing_time(step.at).date()))
    }

    fn promotions(
        &self,
        conn: &mut Conn,
        known: &Known<'_>,
        ids: &[i64],
        number_of: &dyn Fn(i64) -> Option<RegisterNumber>,
    ) -> ServiceResult<Vec<Promotion>> {
        let one_per_month = match self.about {
            About::Filed { event, .. } => scheme_of(conn, event)?.one_per_month,
            About::Unfiled { context } => context.scheme.as_ref().is_some_and(|scheme| scheme.one_per_month),
        };
        let Some(day) = known.ends_on.filter(|_| one_per_month) else { return Ok(Vec::new()) };
        let (first, last) = month_of(day);
        let but = known.event.map_or(NO_EVENT, |e| e.id);
        let found = over_records(conn, ids, |conn, all| {
            let rows = award::promotions_between(conn, all, first, last, but)?;
            Ok(rows.into_iter().map(|(id, event, date, rank)| (id, (event, date, rank))).collect())
        })?;
        Ok(found
            .into_iter()
            .filter_map(|(id, (event, date, rank))| {
                let grade = crate::service::certificate::grade_of(rank);
                Some(Promotion { register: number_of(id)?, event, date, grade })
            })
            .collect())
    }

    fn uploads(&self, conn: &mut Conn, known: &Known<'_>, question: &Question) -> ServiceResult<Vec<UploadFact>> {
        let Some(sha256) = &question.sha256 else { return Ok(Vec::new()) };
        let mut found = upload::with_bytes(conn, sha256, self.players_sha256.as_deref())?;
        let here: BTreeSet<i64> = match self.about {
            About::Filed { event, group } => {
                // An upload that is kept is no duplicate of itself or of what came after it; neither is what is sent
                // once more while it is what counts.
                let own = match self.upload_id {
                    Some(id) => Some(id),
                    None => upload::current_of_group(conn, event.id, group)?
                        .filter(|c| c.results_sha256 == *sha256 && c.players_sha256 == self.players_sha256)
                        .map(|c| c.id),
                };
                found.retain(|one| own.is_none_or(|own| one.id < own));
                BTreeSet::from([event.id])
            }
            About::Unfiled { .. } => {
                // The event of the same agency that ended on the same day is taken for the one that is meant.
                let ids: Vec<i64> = found.iter().map(|one| one.event_id).collect();
                let meant = |e: &Event| {
                    known.holder.as_ref().is_some_and(|holder| holder.id == e.agency_id)
                        && known.ends_on == Some(e.ends_on)
                };
                event::by_ids(conn, &ids)?.into_iter().filter(meant).map(|e| e.id).collect()
            }
        };
        // What another event has replaced by something else was a slip there, and says nothing here.
        found.retain(|one| one.current || here.contains(&one.event_id));
        // Of one event the latest is enough.
        let latest: BTreeMap<i64, upload::SameBytes> = found.into_iter().map(|one| (one.event_id, one)).collect();
        Ok(latest
            .into_values()
            .map(|one| UploadFact {
                event: one.event,
                version: u32::try_from(one.version).unwrap_or(u32::MAX),
                same_event: here.contains(&one.event_id),
            })
            .collect())
    }
}

/// An event is looked for in another form so many days around its own.
const AROUND: i64 = 31;

/// Results of other events about the same time in which the same players met with the same results, whatever form they
/// came in.
fn same_content(conn: &mut Conn, known: &Known<'_>, question: &Question) -> ServiceResult<Vec<SameContent>> {
    let (Some(content), Some(day)) = (&question.content, known.ends_on) else { return Ok(Vec::new()) };
    let days = (day - Duration::days(AROUND), day + Duration::days(AROUND));
    let games = i64::try_from(content.games).unwrap_or(i64::MAX);
    let mut found = Vec::new();
    for one in upload::with_games(conn, days, known.event.map_or(NO_EVENT, |event| event.id), games)? {
        let names: HashMap<i64, String> =
            entry::of_upload(conn, one.id)?.into_iter().map(|entry| (entry.id, search_key(&entry.name))).collect();
        let played = entry::games_of_upload(conn, one.id)?;
        let told = played.iter().filter_map(|game| {
            let white = match game.white_entry {
                Some(white) => Some(names.get(&white)?.as_str()),
                None => None,
            };
            Some((game.round, names.get(&game.black_entry)?.as_str(), white, game.result.as_str()))
        });
        if Content::of(told).as_ref() == Some(content) {
            found.push(one);
        }
    }
    // Of an event that is not filed, the one of the same agency that ended on the same day may be the one that is meant.
    if known.event.is_none() {
        let ids: Vec<i64> = found.iter().map(|one| one.event_id).collect();
        let meant: BTreeSet<i64> = event::by_ids(conn, &ids)?
            .into_iter()
            .filter(|e| e.ends_on == day && known.holder.as_ref().is_some_and(|holder| holder.id == e.agency_id))
            .map(|e| e.id)
            .collect();
        found.retain(|one| !meant.contains(&one.event_id));
    }
    let said = |one: upload::Counted| SameContent {
        event: one.event,
        version: u32::try_from(one.version).unwrap_or(u32::MAX),
    };
    Ok(found.into_iter().map(said).collect())
}

/// What stands for the id of an event that is not filed: no event has it.
const NO_EVENT: i64 = 0;

/// Entries of the same people at other events that share a day with this one. Without an event its place is not known, and nobody is
/// said to have been in two places.
fn bookings(
    conn: &mut Conn,
    known: &Known<'_>,
    ids: &[i64],
    number_of: &dyn Fn(i64) -> Option<RegisterNumber>,
) -> ServiceResult<Vec<Booking>> {
    let Some(last) = known.ends_on else { return Ok(Vec::new()) };
    let first = known.event.map_or(last, |event| event.starts_on);
    let but = known.event.map_or(NO_EVENT, |e| e.id);
    let found = over_records(conn, ids, |conn, all| {
        let rows = entry::bookings_between(conn, all, first, last, but)?;
        Ok(rows.into_iter().map(|(id, event, place)| (id, (event, place))).collect())
    })?;
    let booking = |(id, (event, place)): (i64, (String, String))| {
        let elsewhere = known.event.is_some_and(|here| place != here.place);
        Some(Booking { register: number_of(id)?, event, place, elsewhere })
    };
    Ok(found.into_iter().filter_map(booking).collect())
}

impl RegisterFacts for EventFacts<'_> {
    fn facts(&self, question: &Question) -> Result<Facts, String> {
        self.register.read(|conn| self.answer(conn, question)).map_err(|error| error.to_string())
    }

    fn awards(&self, sheet: &Sheet, who: &[Option<RegisterNumber>], facts: &Facts) -> Result<Vec<Proposed>, String> {
        self.register.read(|conn| self.proposed(conn, sheet, who, facts)).map_err(|error| error.to_string())
    }

    fn games(&self, sheet: &Sheet, awards: &[Proposed]) -> Result<Games, String> {
        let Ok((event, group)) = self.filed() else { return Ok(Games::default()) };
        let keys = &self.register.keys;
        self.register
            .read(|conn| records::games(keys, conn, event, group, sheet, awards))
            .map_err(|error| error.to_string())
    }
}

/// The highest grade that each person held before an event, over all records of the person.
///
/// `event` is its id, 0 for one that nobody has filed yet.
pub(super) fn grades_of_records(
    conn: &mut Conn,
    ids: &[i64],
    day: NaiveDate,
    event: i64,
) -> ServiceResult<HashMap<i64, i64>> {
    let mut best: HashMap<i64, i64> = HashMap::new();
    for (id, grade) in over_records(conn, ids, |conn, all| award::grades_before(conn, all, day, event))? {
        let one = best.entry(id).or_insert(grade);
        *one = (*one).max(grade);
    }
    Ok(best)
}

/// Whom an event that was opened again had entered itself, and who held no grade before it: what the event gave them is
/// no fact against it.
fn entered_by(
    conn: &mut Conn,
    ids: &[i64],
    event: Option<&Event>,
    grades: &HashMap<i64, i64>,
) -> ServiceResult<BTreeSet<i64>> {
    let Some(event) = event.filter(|event| event.reopened) else { return Ok(BTreeSet::new()) };
    let ungraded: Vec<i64> = ids.iter().copied().filter(|id| !grades.contains_key(id)).collect();
    let events = over_records(conn, &ungraded, entry::events_of)?;
    let elsewhere: BTreeSet<i64> = events.iter().filter(|(_, at)| *at != event.id).map(|(id, _)| *id).collect();
    Ok(events.into_iter().map(|(id, _)| id).filter(|id| !elsewhere.contains(id)).collect())
}

/// What a question answers of all records of some persons, said of the persons asked for: what happened under a number
/// that was merged happened to the same person.
pub(super) fn over_records<T: Clone>(
    conn: &mut Conn,
    ids: &[i64],
    ask: impl FnOnce(&mut Conn, &[i64]) -> Result<Vec<(i64, T)>, DbError>,
) -> ServiceResult<Vec<(i64, T)>> {
    let mut asked: HashMap<i64, Vec<i64>> = HashMap::new();
    for (id, record) in person::records_of(conn, ids)? {
        asked.entry(record).or_default().push(id);
    }
    let mut all: Vec<i64> = asked.keys().copied().collect();
    all.sort_unstable();
    let mut out = Vec::new();
    for (record, said) in ask(conn, &all)? {
        out.extend(asked.get(&record).into_iter().flatten().map(|id| (*id, said.clone())));
    }
    Ok(out)
}

fn fact(
    person: &Person,
    asks: Option<i64>,
    grades: &HashMap<i64, i64>,
    kept: &HashMap<i64, Person>,
    barred: &[i64],
    kinds: &HashMap<i64, BTreeSet<String>>,
) -> Option<PersonFact> {
    let merged = person.merged_into.and_then(|id| kept.get(&id)).and_then(|p| p.register_no.parse().ok());
    let state = match merged {
        // Whoever is barred is so under every number.
        _ if barred.binary_search(&person.id).is_ok() => PersonState::Barred,
        Some(number) => PersonState::MergedInto(number),
        None => PersonState::Active,
    };
    Some(PersonFact {
        register: person.register_no.parse().ok()?,
        name: person.name.clone(),
        birth: person.birth,
        sex: sex_of(person.sex.as_deref()),
        grade: grades.get(&person.id).and_then(|rank| Grade::from_rank(u8::try_from(*rank).ok()?)),
        state,
        documents: kinds.get(&person.id).into_iter().flatten().filter_map(|kind| IdKind::from_code(kind)).collect(),
        ours: asks == Some(person.entered_by),
        entered_here: false,
    })
}

/// The sex of a stored word.
pub(super) fn sex_of(word: Option<&str>) -> Option<Sex> {
    match word {
        Some("female") => Some(Sex::Female),
        Some("male") => Some(Sex::Male),
        _ => None,
    }
}

/// The first and last day of a date's month.
pub(super) fn month_of(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = day.with_day(1).unwrap_or(day);
    let next = if first.month() == 12 {
        NaiveDate::from_ymd_opt(first.year() + 1, 1, 1)
    } else {
        NaiveDate::from_ymd_opt(first.year(), first.month() + 1, 1)
    };
    (first, next.map_or(day, |next| next - Duration::days(1)))
}
