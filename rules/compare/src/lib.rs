//! What the measurements of `weiqi-rules` have in common: the games they read, the clock they trust, and how they print.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use weiqi_rules::record::Record;

/// A set of games to measure with.
#[derive(Debug)]
pub struct Games {
    /// Where they are from.
    pub name: &'static str,
    /// Each file's bytes.
    pub files: Vec<Vec<u8>>,
}

impl Games {
    /// How many bytes there are.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// How many games can be read.
    pub fn games(&self) -> usize {
        self.files.iter().flat_map(|file| Record::read_all(file)).filter(Result::is_ok).count()
    }
}

/// The sets: of the shared folder of games those that its list marks `bench`, and everything in it; where that folder is
/// not here, the fixtures of the crate, and a line that says so.
pub fn sets() -> Vec<Games> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = std::env::var_os("QIPIN_SHARED").map_or_else(|| here.join("../../../shared"), PathBuf::from);
    let folder = shared.join("games");
    let list = fs::read_to_string(folder.join("sets.tsv")).unwrap_or_default();
    let marked: Vec<PathBuf> = list
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(set, _)| *set == "bench")
        .map(|(_, path)| folder.join(path.trim_end()))
        .collect();
    if marked.is_empty() {
        println!("{} is not here: measured with the fixtures of the crate instead", folder.display());
        return vec![read("fixtures", &records(&here.join("../tests")))];
    }
    vec![read("marked bench", &marked), read("whole folder", &records(&folder))]
}

fn read(name: &'static str, paths: &[PathBuf]) -> Games {
    Games { name, files: paths.iter().filter_map(|path| fs::read(path).ok()).collect() }
}

/// The records of a folder and its folders, in order.
fn records(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            found.append(&mut records(&path));
        } else if ["sgf", "mgt", "gib", "ngf", "ugf", "ugi"].contains(&ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What a piece of work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Took {
    /// Time of the processor that this thread was given; of the clock where the system does not tell.
    pub processor: Duration,
    /// Time of the clock.
    pub clock: Duration,
}

/// The time that this thread has had a processor, as Linux tells it.
pub fn processor() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Does a piece of work so often that a round takes a tenth of a second or more, in several rounds; answers what it took
/// once in the best round.
pub fn best(rounds: u32, mut work: impl FnMut()) -> Took {
    let begun = Instant::now();
    work();
    let once = begun.elapsed().max(Duration::from_micros(1));
    let times = (Duration::from_millis(120).as_nanos() / once.as_nanos()).clamp(1, 100_000) as u32;
    let mut best: Option<Took> = None;
    for _ in 0..rounds {
        // The system accounts for a thread when it looks at it, as when it gives way.
        std::thread::yield_now();
        let (before, begun) = (processor(), Instant::now());
        for _ in 0..times {
            work();
        }
        let clock = begun.elapsed();
        std::thread::yield_now();
        let processor = processor().zip(before).map_or(clock, |(after, before)| after.saturating_sub(before));
        let took = Took { processor: processor / times, clock: clock / times };
        best = Some(best.map_or(took, |best| best.min(took)));
    }
    black_box(best).unwrap_or(Took { processor: once, clock: once })
}

/// How many of something in a second.
pub fn a_second(number: usize, took: Duration) -> u128 {
    number as u128 * 1_000_000_000 / took.as_nanos().max(1)
}

/// A ratio with two places: `3.25`.
pub fn ratio(one: Duration, other: Duration) -> String {
    let hundredths = one.as_nanos() * 100 / other.as_nanos().max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// How busy the machine is, as it says itself.
pub fn load() -> String {
    fs::read_to_string("/proc/loadavg").unwrap_or_default().split(' ').next().unwrap_or("?").to_owned()
}
