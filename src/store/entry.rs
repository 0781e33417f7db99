//! Entries, their games and outcomes, and doubtful matches.

use super::Conn;
use super::schema::{entry, game, match_case, outcome, seat};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A player within an event's group.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = entry)]
pub struct Entry {
    /// Internal id.
    pub id: i64,
    /// The upload.
    pub upload_id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Id of the player within the file.
    pub file_id: String,
    /// Line of the file.
    pub line: i64,
    /// The person.
    pub person_id: Option<i64>,
    /// The name as written in the file.
    pub name: String,
    /// `female` or `male`.
    pub sex: Option<String>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// `doubtful`, `linked` or `created`.
    pub match_state: String,
    /// Under 18 on the event's last day.
    pub minor: bool,
}

/// A new row of [`Entry`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = entry)]
pub struct NewEntry {
    /// The upload.
    pub upload_id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Id of the player within the file.
    pub file_id: String,
    /// Line of the file.
    pub line: i64,
    /// The person.
    pub person_id: Option<i64>,
    /// The name as written in the file.
    pub name: String,
    /// `female` or `male`.
    pub sex: Option<String>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// `doubtful`, `linked` or `created`.
    pub match_state: String,
    /// Under 18 on the event's last day.
    pub minor: bool,
}

/// A game (对局).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = game)]
pub struct Game {
    /// Internal id.
    pub id: i64,
    /// The upload.
    pub upload_id: i64,
    /// Round, from 1.
    pub round: i64,
    /// Board, where given.
    pub board: Option<i64>,
    /// Black.
    pub black_entry: i64,
    /// White; none for a bye.
    pub white_entry: Option<i64>,
    /// `B`, `W`, `draw`, `bye`, `both-lose`, `both-win` or `void`.
    pub result: String,
    /// `unstated`, `count`, `resignation`, `time` or `forfeit`.
    pub won_by: String,
    /// Margin in quarters of a stone (子).
    pub margin_quarters: Option<i64>,
    /// Handicap stones.
    pub handicap: i64,
    /// Komi in half-points.
    pub komi_half: Option<i64>,
    /// Name of the game record.
    pub record: Option<String>,
    /// Line of the file.
    pub line: i64,
}

/// A new row of [`Game`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = game)]
pub struct NewGame {
    /// The upload.
    pub upload_id: i64,
    /// Round, from 1.
    pub round: i64,
    /// Board, where given.
    pub board: Option<i64>,
    /// Black.
    pub black_entry: i64,
    /// White; none for a bye.
    pub white_entry: Option<i64>,
    /// `B`, `W`, `draw`, `bye`, `both-lose`, `both-win` or `void`.
    pub result: String,
    /// `unstated`, `count`, `resignation`, `time` or `forfeit`.
    pub won_by: String,
    /// Margin in quarters of a stone (子).
    pub margin_quarters: Option<i64>,
    /// Handicap stones.
    pub handicap: i64,
    /// Komi in half-points.
    pub komi_half: Option<i64>,
    /// Name of the game record.
    pub record: Option<String>,
    /// Line of the file.
    pub line: i64,
}

/// Who sat where: one person has one seat a round.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = seat)]
pub struct Seat {
    /// Internal id.
    pub id: i64,
    /// The upload.
    pub upload_id: i64,
    /// Round, from 1.
    pub round: i64,
    /// The entry.
    pub entry_id: i64,
    /// The game.
    pub game_id: i64,
    /// `B` or `W`.
    pub colour: String,
}

/// A new row of [`Seat`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = seat)]
pub struct NewSeat {
    /// The upload.
    pub upload_id: i64,
    /// Round, from 1.
    pub round: i64,
    /// The entry.
    pub entry_id: i64,
    /// The game.
    pub game_id: i64,
    /// `B` or `W`.
    pub colour: String,
}

/// What the scheme says of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = outcome)]
pub struct Outcome {
    /// Internal id.
    pub id: i64,
    /// The entry.
    pub entry_id: i64,
    /// Place in the standings, from 1.
    pub place: i64,
    /// Points (2 a win, 1 a draw).
    pub points: i64,
    /// Games won over the board.
    pub wins: i64,
    /// Rounds without an opponent.
    pub byes: i64,
    /// Games lost.
    pub losses: i64,
    /// JSON: the value of each tie-break.
    pub tiebreaks: String,
    /// The grade awarded, by rank; none when refused.
    pub grade: Option<i64>,
    /// The clause of the scheme.
    pub clause: Option<String>,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
}

/// A new row of [`Outcome`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = outcome)]
pub struct NewOutcome {
    /// The entry.
    pub entry_id: i64,
    /// Place in the standings, from 1.
    pub place: i64,
    /// Points (2 a win, 1 a draw).
    pub points: i64,
    /// Games won over the board.
    pub wins: i64,
    /// Rounds without an opponent.
    pub byes: i64,
    /// Games lost.
    pub losses: i64,
    /// JSON: the value of each tie-break.
    pub tiebreaks: String,
    /// The grade awarded, by rank; none when refused.
    pub grade: Option<i64>,
    /// The clause of the scheme.
    pub clause: Option<String>,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
}

/// A doubtful match of an entry with persons of the register.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = match_case)]
pub struct MatchCase {
    /// Internal id.
    pub id: i64,
    /// The entry.
    pub entry_id: i64,
    /// The event.
    pub event_id: i64,
    /// JSON: person ids and why each is one.
    pub candidates: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The person.
    pub person_id: Option<i64>,
    /// The reason given.
    pub reason: String,
    /// The account.
    pub account_id: Option<i64>,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
}

impl MatchCase {
    /// The row without its id.
    pub fn as_new(&self) -> NewMatchCase {
        NewMatchCase {
            entry_id: self.entry_id,
            event_id: self.event_id,
            candidates: self.candidates.clone(),
            state: self.state.clone(),
            person_id: self.person_id,
            reason: self.reason.clone(),
            account_id: self.account_id,
            decided_at: self.decided_at,
        }
    }
}

/// A new row of [`MatchCase`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = match_case)]
pub struct NewMatchCase {
    /// The entry.
    pub entry_id: i64,
    /// The event.
    pub event_id: i64,
    /// JSON: person ids and why each is one.
    pub candidates: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The person.
    pub person_id: Option<i64>,
    /// The reason given.
    pub reason: String,
    /// The account.
    pub account_id: Option<i64>,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewEntry) -> QueryResult<i64> {
    diesel::insert_into(entry::table).values(row).returning(entry::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Entry> {
    entry::table.find(id).select(Entry::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_game(conn: &mut Conn, row: &NewGame) -> QueryResult<i64> {
    diesel::insert_into(game::table).values(row).returning(game::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_game(conn: &mut Conn, id: i64) -> QueryResult<Game> {
    game::table.find(id).select(Game::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_seat(conn: &mut Conn, row: &NewSeat) -> QueryResult<i64> {
    diesel::insert_into(seat::table).values(row).returning(seat::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_seat(conn: &mut Conn, id: i64) -> QueryResult<Seat> {
    seat::table.find(id).select(Seat::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_outcome(conn: &mut Conn, row: &NewOutcome) -> QueryResult<i64> {
    diesel::insert_into(outcome::table).values(row).returning(outcome::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_outcome(conn: &mut Conn, id: i64) -> QueryResult<Outcome> {
    outcome::table.find(id).select(Outcome::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_match_case(conn: &mut Conn, row: &NewMatchCase) -> QueryResult<i64> {
    diesel::insert_into(match_case::table).values(row).returning(match_case::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_match_case(conn: &mut Conn, id: i64) -> QueryResult<MatchCase> {
    match_case::table.find(id).select(MatchCase::as_select()).get_result(conn)
}

/// The outcomes of entries.
pub fn outcomes_of(conn: &mut Conn, entries: &[i64]) -> QueryResult<Vec<Outcome>> {
    let mut out = Vec::with_capacity(entries.len());
    for chunk in entries.chunks(500) {
        out.extend(
            outcome::table
                .filter(outcome::entry_id.eq_any(chunk))
                .order(outcome::id.asc())
                .select(Outcome::as_select())
                .load::<Outcome>(conn)?,
        );
    }
    Ok(out)
}

/// The group of each entry and how many players it has, by entry.
pub fn groups_of(conn: &mut Conn, entries: &[i64]) -> QueryResult<std::collections::HashMap<i64, (String, i64)>> {
    let mut rows: Vec<(i64, i64, String)> = Vec::with_capacity(entries.len());
    for chunk in entries.chunks(500) {
        rows.extend(
            entry::table
                .filter(entry::id.eq_any(chunk))
                .order(entry::id.asc())
                .select((entry::id, entry::upload_id, entry::group_key))
                .load::<(i64, i64, String)>(conn)?,
        );
    }
    let mut uploads: Vec<i64> = rows.iter().map(|(_, upload, _)| *upload).collect();
    uploads.sort_unstable();
    uploads.dedup();
    let sizes: std::collections::HashMap<i64, i64> = entry::table
        .filter(entry::upload_id.eq_any(&uploads))
        .group_by(entry::upload_id)
        .select((entry::upload_id, diesel::dsl::count_star()))
        .load::<(i64, i64)>(conn)?
        .into_iter()
        .collect();
    Ok(rows.into_iter().map(|(id, upload, group)| (id, (group, sizes.get(&upload).copied().unwrap_or(0)))).collect())
}

/// The entries of an upload, by the file's order.
pub fn of_upload(conn: &mut Conn, upload_id: i64) -> QueryResult<Vec<Entry>> {
    entry::table
        .filter(entry::upload_id.eq(upload_id))
        .order((entry::line.asc(), entry::id.asc()))
        .select(Entry::as_select())
        .load(conn)
}

/// The games of an upload, by round and board.
pub fn games_of_upload(conn: &mut Conn, upload_id: i64) -> QueryResult<Vec<Game>> {
    game::table
        .filter(game::upload_id.eq(upload_id))
        // Games without a board come last: the databases order nothing at different ends.
        .order((game::round.asc(), game::board.is_null().asc(), game::board.asc(), game::id.asc()))
        .select(Game::as_select())
        .load(conn)
}

/// The game of two entries in a round, Black first.
pub fn game_between(conn: &mut Conn, upload_id: i64, round: i64, players: [i64; 2]) -> QueryResult<Option<Game>> {
    game::table
        .filter(game::upload_id.eq(upload_id).and(game::round.eq(round)))
        .filter(game::black_entry.eq(players[0]).and(game::white_entry.eq(players[1])))
        .order(game::id.asc())
        .select(Game::as_select())
        .first(conn)
        .optional()
}

/// Gives a game another result: its word, what it was won by, and the margin in quarters of a stone.
pub fn set_result(conn: &mut Conn, id: i64, to: (&str, &str, Option<i64>)) -> QueryResult<usize> {
    let (result, won_by, margin) = to;
    diesel::update(game::table.find(id))
        .set((game::result.eq(result), game::won_by.eq(won_by), game::margin_quarters.eq(margin)))
        .execute(conn)
}

/// The open doubtful matches of an event's current uploads: those of a version that no longer counts wait for nobody.
pub fn open_cases(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<MatchCase>> {
    use super::schema::upload;
    match_case::table
        .inner_join(entry::table.inner_join(upload::table))
        .filter(upload::current.eq(true))
        .filter(match_case::event_id.eq(event_id).and(match_case::state.eq("open")))
        .order(match_case::id.asc())
        .select(MatchCase::as_select())
        .load(conn)
}

/// The persons of the entries of an event's current uploads.
pub fn persons_of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<i64>> {
    use super::schema::upload;
    let found: Vec<Option<i64>> = entry::table
        .inner_join(upload::table)
        .filter(entry::event_id.eq(event_id).and(upload::current.eq(true)))
        .filter(entry::person_id.is_not_null())
        .order(entry::id.asc())
        .select(entry::person_id)
        .load(conn)?;
    Ok(found.into_iter().flatten().collect())
}

/// What the uploads of an event that count give: person and grade.
pub fn grades_given(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<(i64, i64)>> {
    use super::schema::upload;
    let found: Vec<(Option<i64>, Option<i64>)> = outcome::table
        .inner_join(entry::table.inner_join(upload::table))
        .filter(entry::event_id.eq(event_id).and(upload::current.eq(true)))
        .filter(entry::person_id.is_not_null().and(outcome::grade.is_not_null()))
        .order(entry::id.asc())
        .select((entry::person_id, outcome::grade))
        .load(conn)?;
    Ok(found.into_iter().filter_map(|(person, grade)| Some((person?, grade?))).collect())
}

macro_rules! insert_all {
    ($($(#[$doc:meta])* $name:ident, $table:ident, $row:ty;)+) => {$(
        $(#[$doc])*
        pub fn $name(conn: &mut Conn, rows: &[$row]) -> QueryResult<()> {
            for chunk in rows.chunks(200) {
                super::both_databases!(conn, c => diesel::insert_into($table::table).values(chunk).execute(c))?;
            }
            Ok(())
        }
    )+};
}

insert_all! {
    /// Adds many entries.
    insert_all, entry, NewEntry;
    /// Adds many games.
    insert_games, game, NewGame;
    /// Adds many seats.
    insert_seats, seat, NewSeat;
    /// Adds many outcomes.
    insert_outcomes, outcome, NewOutcome;
}

/// Removes the outcomes of entries, to be computed anew in the same transaction.
pub fn forget_outcomes(conn: &mut Conn, entries: &[i64]) -> QueryResult<()> {
    for chunk in entries.chunks(500) {
        diesel::delete(outcome::table.filter(outcome::entry_id.eq_any(chunk))).execute(conn)?;
    }
    Ok(())
}

/// Says who an entry is.
pub fn identify(conn: &mut Conn, id: i64, person_id: i64, match_state: &str) -> QueryResult<()> {
    diesel::update(entry::table.find(id))
        .set((entry::person_id.eq(person_id), entry::match_state.eq(match_state)))
        .execute(conn)
        .map(|_| ())
}

/// Decides a doubtful match; answers how many open ones were.
pub fn decide_case(
    conn: &mut Conn,
    id: i64,
    state: &str,
    person_id: i64,
    reason: &str,
    account_id: i64,
    at: chrono::NaiveDateTime,
) -> QueryResult<usize> {
    diesel::update(match_case::table.find(id).filter(match_case::state.eq("open")))
        .set((
            match_case::state.eq(state),
            match_case::person_id.eq(person_id),
            match_case::reason.eq(reason),
            match_case::account_id.eq(account_id),
            match_case::decided_at.eq(at),
        ))
        .execute(conn)
}

/// The entries of persons at events that share a day with the days from `first` to `last`, other than one event:
/// person, event name, place.
pub fn bookings_between(
    conn: &mut Conn,
    persons: &[i64],
    first: chrono::NaiveDate,
    last: chrono::NaiveDate,
    but_event: i64,
) -> QueryResult<Vec<(i64, String, String)>> {
    use super::schema::{event, upload};
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        let found: Vec<(Option<i64>, String, String)> = entry::table
            .inner_join(upload::table)
            .inner_join(event::table)
            .filter(entry::person_id.eq_any(chunk).and(upload::current.eq(true)))
            .filter(event::id.ne(but_event).and(event::starts_on.le(last)).and(event::ends_on.ge(first)))
            .order(entry::id.asc())
            .select((entry::person_id, event::name, event::place))
            .load(conn)?;
        out.extend(found.into_iter().filter_map(|(person, name, place)| Some((person?, name, place))));
    }
    Ok(out)
}

/// The events that persons were entered at, in whatever version of the results: (person, event).
pub fn events_of(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        let found: Vec<(Option<i64>, i64)> = entry::table
            .filter(entry::person_id.eq_any(chunk))
            .order((entry::person_id.asc(), entry::event_id.asc()))
            .select((entry::person_id, entry::event_id))
            .distinct()
            .load(conn)?;
        out.extend(found.into_iter().filter_map(|(person, event)| Some((person?, event))));
    }
    Ok(out)
}

/// The entries of an event's current uploads, by group and the file's order.
pub fn of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<Entry>> {
    use super::schema::upload;
    entry::table
        .inner_join(upload::table)
        .filter(entry::event_id.eq(event_id).and(upload::current.eq(true)))
        .order((entry::group_key.asc(), entry::line.asc(), entry::id.asc()))
        .select(Entry::as_select())
        .load(conn)
}

/// The events that persons played at, the latest first: person, event name, last day.
pub fn events_of_persons(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<(i64, String, chrono::NaiveDate)>> {
    use super::schema::{event, upload};
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        let found: Vec<(Option<i64>, String, chrono::NaiveDate)> = entry::table
            .inner_join(upload::table)
            .inner_join(event::table)
            .filter(entry::person_id.eq_any(chunk).and(upload::current.eq(true)))
            .order((event::ends_on.desc(), entry::id.desc()))
            .select((entry::person_id, event::name, event::ends_on))
            .load(conn)?;
        out.extend(found.into_iter().filter_map(|(person, name, day)| Some((person?, name, day))));
    }
    Ok(out)
}
