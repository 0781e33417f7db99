//! The same work done with the crates sgf-parse and goban.

use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, Move};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};
use weiqi_compare::Games;

/// The files that the other parser reads.
pub(super) fn readable(set: &Games) -> Games {
    let files = set.files.iter().filter(|file| read(file) > 0).cloned().collect();
    Games { name: set.name, files }
}

/// Reads; answers how many games there are.
pub(super) fn read(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    go::parse(&text).map_or(0, |games| games.len())
}

/// Reads, replays with superko up to the first move it refuses, and counts.
pub(super) fn whole(bytes: &[u8]) -> f32 {
    let text = String::from_utf8_lossy(bytes);
    go::parse(&text).into_iter().flatten().map(|root| counted(&root)).sum()
}

fn counted(root: &SgfNode<Prop>) -> f32 {
    let (width, height) = match root.get_property("SZ") {
        Some(Prop::SZ((width, height))) => (*width, *height),
        _ => (19, 19),
    };
    if width > 19 || height > 19 {
        return 0.0;
    }
    let mut game = Game::new(GobanSizes::Custom(usize::from(height), usize::from(width)), CHINESE);
    if let Some(Prop::AB(points)) = root.get_property("AB") {
        let points: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        game.put_handicap(&points);
    }
    for node in root.main_variation() {
        let (black, play) = match node.get_move() {
            Some(Prop::B(play)) => (true, play),
            Some(Prop::W(play)) => (false, play),
            _ => continue,
        };
        if (game.turn() == goban::pieces::stones::Color::Black) != black {
            game.resume();
            game.play(Move::Pass);
        }
        game.resume();
        let play = match play {
            go::Move::Move(at) if at.x < width && at.y < height => Move::Play(at.x, at.y),
            go::Move::Move(_) => break,
            go::Move::Pass => Move::Pass,
        };
        if game.try_play(play).is_err() {
            break;
        }
    }
    let (black, white) = game.calculate_score();
    f32::max(black, white)
}
