//! `/events/{slug}`: where an event stands, and the results of its groups.

use super::query::{self, escape};
use super::results::{Cross, Games, Standings};
use super::words;
use crate::domain::name::lookup_key;
use crate::service::view::event::{self, Deadline, EventView, GroupView};
use crate::service::view::events::Status;
use crate::service::view::results::{self, GroupResults, Standing};
use crate::service::view::running::public as running;
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Chain, Crumbs, Field, Link, Pager, Stage};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// How many players of a group are shown at once, and how many games of a round: a phone has to scroll through them.
const PAGE: usize = 60;
/// The longest that is looked for, in characters.
const LONGEST: usize = 60;

#[derive(Template)]
#[template(path = "public/event.html")]
struct EventPage<'a> {
    shell: &'a Shell,
    event: &'a EventView,
    crumbs: Crumbs,
    badge: Badge,
    chain: Chain,
    tabs: Vec<Tab>,
    /// Where the rounds of groups that are run here are seen.
    rounds: Option<String>,
    group: Option<GroupPart<'a>>,
}

/// A group to choose.
struct Tab {
    words: String,
    href: String,
    here: bool,
}

/// The results of the chosen group.
struct GroupPart<'a> {
    view: &'a GroupView,
    empty: bool,
    standings: Standings<'a>,
    cross: Cross<'a>,
    games: Games<'a>,
    rounds: Vec<Tab>,
    rounds_held: i64,
    pager: Pager,
    games_pager: Pager,
    /// Looking for a player: the field, what was looked for, and the address without it.
    find: Field,
    asked: String,
    nobody: bool,
    all_href: String,
    downloads: Vec<(String, &'static str)>,
}

/// What the address asks to be shown of a group.
struct Asked {
    /// Where the standings begin.
    from: usize,
    /// Where the games begin.
    games_from: usize,
    /// The round whose games are shown.
    round: Option<usize>,
    /// A player's name as it is shown, a part of it, a register id or a place.
    player: String,
}

impl Asked {
    /// Whether a row of the standings is looked for. What is not shown of a name is not searched either.
    fn wants(&self, row: &Standing) -> bool {
        let wanted = lookup_key(&self.player);
        let named = row.name.text().is_some_and(|name| !wanted.is_empty() && lookup_key(name).contains(&wanted));
        let numbered = row.register_no.as_deref().is_some_and(|number| number.eq_ignore_ascii_case(&self.player));
        named || numbered || row.place.is_some_and(|place| place.to_string() == self.player)
    }
}

/// Reads an event and the results of the group that the address names.
pub(super) async fn find(
    state: &web::Data<AppState>,
    slug: String,
    key: Option<String>,
) -> Result<(EventView, Option<(usize, GroupResults)>), AppError> {
    let found = super::read(state, move |register| {
        let event = event::by_slug(register, &slug)?;
        let at = event.group(key.as_deref()).and_then(|group| event.groups.iter().position(|g| g.key == group.key));
        let results = match at {
            Some(at) => Some((at, results::of_group(register, &event, &event.groups[at])?)),
            None => None,
        };
        Ok((event, results, key))
    });
    let (event, results, key) = found.await?;
    if results.is_none() && key.is_some() {
        return Err(AppError::malformed(both("public.event.no-group", &[])));
    }
    Ok((event, results))
}

/// One event.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let query = request.query_string();
    let (event, results) = find(&state, path.into_inner(), query::filled(query, "group")).await?;
    let number = |name: &str| -> Result<Option<usize>, AppError> {
        let Some(text) = query::filled(query, name) else { return Ok(None) };
        let number = text.parse().map_err(|_| AppError::malformed(both("public.page-malformed", &[])))?;
        Ok(Some(number))
    };
    let asked = Asked {
        from: number("from")?.unwrap_or(0),
        games_from: number("games")?.unwrap_or(0),
        round: number("round")?,
        player: query::filled(query, "player").unwrap_or_default().trim().chars().take(LONGEST).collect(),
    };
    let slug = event.slug.clone();
    let run_here = super::read(&state, move |register| running::groups(register, &slug)).await?;
    let shell = Shell::of(&request);
    let own = format!("/events/{}", escape(&event.slug));
    let here = results.as_ref().map(|(at, _)| *at);
    let tabs = event.groups.iter().enumerate().map(|(at, group)| Tab {
        words: words::of(&shell, &group.name).to_owned(),
        href: shell.href(&format!("{own}?group={}", escape(&group.key))),
        here: here == Some(at),
    });
    let page = EventPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/events", shell.t("public.events.title").to_owned()),
        badge: words::status(&shell, event.status).large(),
        chain: steps(&shell, &event),
        tabs: tabs.collect(),
        rounds: (!run_here.is_empty()).then(|| shell.href(&format!("{own}/rounds"))),
        group: results.as_ref().map(|(at, results)| part(&shell, &own, &event, &event.groups[*at], results, asked)),
        event: &event,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

fn part<'a>(
    shell: &'a Shell,
    own: &str,
    event: &'a EventView,
    group: &'a GroupView,
    results: &'a GroupResults,
    asked: Asked,
) -> GroupPart<'a> {
    let all_base = format!("{own}?group={}", escape(&group.key));
    let looking = !asked.player.is_empty();
    let base = match looking {
        true => format!("{all_base}&player={}", escape(&asked.player)),
        false => all_base.clone(),
    };
    let players: Vec<usize> =
        (0..results.standings.len()).filter(|at| !looking || asked.wants(&results.standings[*at])).collect();
    let (shown, next) = page_of(&players, asked.from);
    let first = (asked.from > 0).then(|| format!("{base}#standings"));
    let next = next.map(|from| format!("{base}&from={from}#standings"));
    let round = asked.round.and_then(|round| i64::try_from(round).ok()).unwrap_or(1).clamp(1, results.rounds.max(1));
    // Of a player that is looked for all games are shown, else those of a round.
    let games: Vec<usize> = match looking {
        true => {
            let mut games: Vec<usize> = players.iter().flat_map(|at| results.standings[*at].games.clone()).collect();
            games.sort_unstable();
            games.dedup();
            games
        }
        false => (0..results.games.len()).filter(|at| results.games[*at].round == round).collect(),
    };
    let (games_shown, games_next) = page_of(&games, asked.games_from);
    let games_base = if looking { base.clone() } else { format!("{base}&round={round}") };
    let games_first = (asked.games_from > 0).then(|| format!("{games_base}#games"));
    let games_next = games_next.map(|from| format!("{games_base}&games={from}#games"));
    let rounds = (1..=results.rounds).map(|n| Tab {
        words: shell.fill("public.event.round", &[("n", &n.to_string())]),
        href: shell.href(&format!("{all_base}&round={n}#games")),
        here: n == round,
    });
    let file = |name: &str| shell.href(&format!("{own}/{name}?group={}", escape(&group.key)));
    GroupPart {
        view: group,
        empty: results.standings.is_empty(),
        standings: Standings::new(shell, event, results, shown),
        cross: Cross::new(shell, &event.slug, results, shown),
        games: Games::new(shell, &event.slug, results, games_shown),
        rounds: if looking { Vec::new() } else { rounds.collect() },
        rounds_held: results.rounds,
        pager: Pager::new(shell, shell.t("public.event.sorted"), first.as_deref(), next.as_deref()),
        games_pager: Pager::new(
            shell,
            shell.t("public.event.games-sorted"),
            games_first.as_deref(),
            games_next.as_deref(),
        )
        .named(shell.t("public.event.games")),
        find: Field::text("player", shell.t("public.event.find").to_owned())
            .help(shell.t("public.event.find-help").to_owned())
            .max(60)
            .autocomplete("off")
            .value(&asked.player),
        nobody: players.is_empty(),
        all_href: shell.href(&all_base),
        asked: asked.player,
        downloads: [
            ("standings.csv", "public.event.standings-csv"),
            ("games.csv", "public.event.games-csv"),
            ("export", "interchange.page.link"),
        ]
        .into_iter()
        .chain(results.has_records().then_some(("boards", "public.event.boards")))
        .map(|(name, words)| (file(name), words))
        .collect(),
    }
}

/// A page of a list from a place on, and where the next one begins.
fn page_of(all: &[usize], from: usize) -> (&[usize], Option<usize>) {
    let from = from.min(all.len());
    let to = (from + PAGE).min(all.len());
    (&all[from..to], (to < all.len()).then_some(to))
}

/// What happened, the oldest first, and what comes next.
fn steps(shell: &Shell, event: &EventView) -> Chain {
    let last = event.steps.len().saturating_sub(1);
    let mut links: Vec<Link> = event
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| {
            let key = match step.step.as_str() {
                "approved" => "public.step.approved",
                "submitted" => "public.step.submitted",
                "returned" => "public.step.returned",
                "confirmed" => "public.step.confirmed",
                "closed" => "public.step.closed",
                _ => "public.step.reopened",
            };
            let now = at == last && event.status != Status::Final;
            let stage = match step.step.as_str() {
                "reopened" => Stage::Broken,
                _ if now => Stage::Now,
                _ => Stage::Done,
            };
            Link::new(stage, shell.t(key).to_owned(), step.reason.clone().unwrap_or_default())
                .when(shell.time(&step.at))
        })
        .collect();
    let later = |key: &str, when: Option<String>| {
        let link = Link::new(Stage::Later, shell.t(key).to_owned(), "");
        match when {
            Some(when) => link.when(when),
            None => link,
        }
    };
    match (event.status, event.deadline) {
        (_, Some(Deadline::Results(day))) => {
            let by = shell.fill("public.event.by", &[("day", &shell.date(&day))]);
            links.push(later("public.step.results-due", Some(by)));
        }
        (_, Some(Deadline::Notices(at))) => {
            let by = shell.fill("public.event.by", &[("day", &shell.notice_end(&at, &None))]);
            links.push(later("public.step.notices-end", Some(by)));
        }
        (Status::OnNotice, None) => links.push(later("public.step.notices-end", None)),
        (Status::Received, None) => links.push(later("public.step.confirmation", None)),
        (Status::Confirmed, None) => links.push(later("public.step.closing", None)),
        _ => {}
    }
    Chain { links }
}

impl EventPage<'_> {
    fn days(&self) -> String {
        words::days(self.shell, self.event.days)
    }

    fn path(&self) -> String {
        format!("/events/{}", escape(&self.event.slug))
    }

    fn agency(&self) -> &str {
        words::of(self.shell, &self.event.agency.name)
    }

    fn agency_href(&self) -> String {
        self.shell.href(&format!("/agencies/{}", escape(&self.event.agency.code)))
    }

    fn scheme(&self) -> &str {
        words::of(self.shell, &self.event.scheme.2)
    }

    fn scheme_href(&self) -> String {
        let (id, version, _) = &self.event.scheme;
        self.shell.href(&format!("/schemes/{}?version={}", escape(id), escape(version)))
    }

    fn level(&self) -> String {
        words::level(self.shell, &self.event.level)
    }

    fn said(&self) -> &str {
        self.shell.t(match self.event.status {
            Status::Announced => "public.status-text.announced",
            Status::Received => "public.status-text.received",
            Status::FindingsOpen => "public.status-text.findings-open",
            Status::OnNotice => "public.status-text.on-notice",
            Status::Confirmed => "public.status-text.confirmed",
            Status::Final => "public.status-text.final",
        })
    }

    fn provisional(&self) -> bool {
        self.event.status == Status::Received
    }

    fn notices(&self) -> Option<String> {
        let (open, held) = self.event.notices;
        let (open_text, held_text) = (open.to_string(), held.to_string());
        (open > 0).then(|| self.shell.fill("public.event.notices", &[("open", &open_text), ("held", &held_text)]))
    }
}

impl GroupPart<'_> {
    fn facts(&self, shell: &Shell) -> String {
        let (players, rounds) = (self.view.players.to_string(), self.rounds_held.to_string());
        let version = self.view.version.unwrap_or(1).to_string();
        let at = self.view.uploaded_at.map(|at| shell.time(&at)).unwrap_or_default();
        let arguments = [("players", players.as_str()), ("rounds", &rounds), ("version", &version), ("at", &at)];
        shell.fill("public.event.group-facts", &arguments)
    }

    fn name(&self, shell: &Shell) -> String {
        words::of(shell, &self.view.name).to_owned()
    }
}
