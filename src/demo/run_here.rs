//! A group that is run here and in the middle of its third round.

use super::nation::said;
use super::story::{GroupPlan, SHANGHAI, Teller, Until};
use crate::service::running::{self, Settled};
use crate::service::view::running as view;
use chrono::{Duration, NaiveDate};

/// The group.
const GROUP: &str = "7-3";
/// How many play in it.
const PLAYERS: u32 = 21;
/// Where they learnt it.
const CLUBS: [&str; 4] = ["弈林棋社", "黑白围棋", "静安少年宫", "石室棋院"];

impl Teller<'_> {
    /// An event of Shanghai with two rounds settled and half of the third played.
    pub(super) fn run_here(&mut self, today: NaiveDate) -> anyhow::Result<()> {
        let plan = GroupPlan::new(GROUP, "5级", 0, 2010..2016, 7);
        let made = self.event(
            &SHANGHAI,
            "上海市业余围棋升级赛（级位赛）",
            "上海棋院",
            "province",
            "shanghai-kyu",
            today - Duration::days(1),
            2,
            vec![plan],
            Until::Approved,
        )?;
        let clerk = self.who(SHANGHAI.clerk)?;
        let slug = made.slug.as_str();
        let settled = Settled {
            within: "halves".to_owned(),
            protect: "club".to_owned(),
            protect_rounds: "2".to_owned(),
            numbers_by_lot: true,
            public: true,
            ..Settled::default()
        };
        running::begin(self.register, &clerk, slug, GROUP, &settled).map_err(said)?;
        let mut file = String::from("id,name,sex,birth,grade,club\n");
        for n in 1..=PLAYERS {
            let who = self.invented(2008..2016);
            let club = CLUBS[n as usize % CLUBS.len()];
            file.push_str(&format!("{n},{},{},{},{}级,{club}\n", who.name, who.sex, who.birth, 3 + n % 5));
        }
        let players = ("7-3.players.csv", file.as_bytes());
        running::enter_file(self.register, &clerk, slug, GROUP, players).map_err(said)?;
        for round in 1..=3 {
            running::pair_round(self.register, &clerk, slug, GROUP, None).map_err(said)?;
            let boards = view::of_round(self.register, &clerk, slug, GROUP, round).map_err(said)?.boards;
            let games = boards.iter().filter(|board| board.white.is_some());
            for board in games.take(if round == 3 { 4 } else { boards.len() }) {
                let result = ["B", "W", "B", "W", "W+F"][self.fall(5)];
                running::enter_result(self.register, &clerk, (slug, GROUP), (round, board.board), result, "")
                    .map_err(said)?;
            }
            if round < 3 {
                running::close_round(self.register, &clerk, slug, GROUP, round).map_err(said)?;
            }
        }
        Ok(())
    }
}
