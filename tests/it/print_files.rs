//! The files of print jobs: whole or not there, and none stays that holds names and codes.

use crate::jobs_mail::{jobs, round};
use crate::support::event as play;
use crate::support::register::TestRegister;
use chrono::Duration;
use qipin::jobs::{Jobs, Round};
use qipin::service::certificate::{Sanction, sanction};
use qipin::service::print::{self, Unprinted};
use qipin::store::print_job::{self, PrintJob};
use qipin::store::{award, certificate};
use std::path::PathBuf;

struct Office {
    test: TestRegister,
    crew: play::Crew,
    papers: Vec<i64>,
    jobs: Jobs,
    folder: tempfile::TempDir,
}

fn office() -> Office {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = play::issued(&test, &crew, &play::files("甲", 10, "1级"));
    let papers = play::awards(&test, &made).iter().map(|a| play::paper(&test, a).id).collect();
    let folder = tempfile::tempdir().unwrap();
    let mails = folder.path().join("mails");
    let jobs = Jobs { prints: folder.path().join("prints"), ..jobs(&test, &format!("file:{}", mails.display())) };
    // The mails of all this leave first.
    round(&jobs);
    Office { test, crew, papers, jobs, folder }
}

impl Office {
    fn queue(&self) -> i64 {
        print::queue(&self.test.register, &self.crew.manager, None, &self.papers, "a4").unwrap()
    }

    fn job(&self, id: i64) -> PrintJob {
        self.test.register.read(|conn| Ok(print_job::by_id(conn, id)?)).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("prints").join(name)
    }

    fn files(&self) -> Vec<String> {
        let list = std::fs::read_dir(self.folder.path().join("prints")).unwrap();
        let mut names: Vec<String> = list.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn what_was_revoked_while_it_waited_is_named_and_not_printed() {
    let office = office();
    let id = office.queue();
    sanction(&office.test.register, &office.crew.reviewer, office.papers[1], Sanction::Revoke, "冒名参赛").unwrap();
    assert_eq!(round(&office.jobs).printed, 1);
    let job = office.job(id);
    assert_eq!((job.state.as_str(), job.printed), ("done", 2));
    let left: Vec<Unprinted> = serde_json::from_str(&job.refused).unwrap();
    assert_eq!(
        left.iter().map(|one| (one.certificate, one.state.as_deref())).collect::<Vec<_>>(),
        [(office.papers[1], Some("revoked"))]
    );
    // The file does not hold it, so it is handed out.
    assert!(print::file(&office.test.register, &office.crew.manager, id).unwrap().is_some());
    for paper in [office.papers[0], office.papers[2]] {
        sanction(&office.test.register, &office.crew.reviewer, paper, Sanction::Suspend, "核查").unwrap();
    }
    assert!(print::file(&office.test.register, &office.crew.manager, id).is_err());
}

#[test]
fn all_of_an_event_is_printed_in_the_order_of_its_page_and_says_what_was_left_out() {
    let office = office();
    let (register, crew) = (&office.test.register, &office.crew);
    let event = register.read(|conn| Ok(certificate::by_ids(conn, &office.papers)?)).unwrap()[0].award_id;
    let event = register.read(|conn| Ok(award::by_id(conn, event)?)).unwrap().event_id.unwrap();
    sanction(register, &crew.reviewer, office.papers[1], Sanction::Revoke, "冒名参赛").unwrap();
    let mut backwards = office.papers.clone();
    backwards.reverse();
    assert!(print::queue(register, &crew.manager, Some(event), &backwards, "a4").is_err(), "chosen by mistake");
    let id = print::queue_all(register, &crew.manager, event, &backwards, "card-bleed").unwrap();
    let (papers, left) = print::papers(register, &office.job(id)).unwrap();
    let order: Vec<_> = papers.iter().map(|p| (-p.certificate.grade, p.certificate.number.clone())).collect();
    assert!(order.is_sorted() && order.len() == 2, "{order:?}");
    assert_eq!(left.iter().map(|one| one.certificate).collect::<Vec<_>>(), [office.papers[1]]);
    round(&office.jobs);
    let job = office.job(id);
    assert_eq!((job.state.as_str(), job.total, job.printed), ("done", 3, 2));
    for paper in [office.papers[0], office.papers[2]] {
        sanction(register, &crew.reviewer, paper, Sanction::Suspend, "核查").unwrap();
    }
    assert!(print::queue_all(register, &crew.manager, event, &backwards, "a4").is_err(), "nothing is left to print");
}

#[test]
fn a_job_of_which_nothing_is_left_ends_without_a_file() {
    let office = office();
    let id = office.queue();
    for paper in &office.papers {
        sanction(&office.test.register, &office.crew.reviewer, *paper, Sanction::Suspend, "核查").unwrap();
    }
    round(&office.jobs);
    let job = office.job(id);
    assert_eq!((job.state.as_str(), job.printed, job.file), ("done", 0, None));
}

#[test]
fn a_file_is_forgotten_only_once_it_is_gone() {
    let office = office();
    let id = office.queue();
    round(&office.jobs);
    let name = format!("print-{id}.pdf");
    assert_eq!(office.files(), std::slice::from_ref(&name));
    office.test.advance(Duration::hours(25));
    // Something that cannot be removed stands in its place.
    std::fs::remove_file(office.path(&name)).unwrap();
    std::fs::create_dir(office.path(&name)).unwrap();
    let failed = round(&office.jobs);
    assert!(failed.broken.contains(&"print"), "{failed:?}");
    assert_eq!(office.job(id).file.as_deref(), Some(name.as_str()));
    std::fs::remove_dir(office.path(&name)).unwrap();
    std::fs::write(office.path(&name), "%PDF").unwrap();
    assert_eq!(round(&office.jobs), Round { forgotten: 1, ..Round::default() });
    assert_eq!((office.job(id).file, office.files()), (None, vec![]));
}

#[test]
fn what_a_crash_left_behind_is_swept() {
    let office = office();
    let id = office.queue();
    round(&office.jobs);
    let waiting = office.queue();
    let (kept, begun) = (format!("print-{id}.pdf"), format!("print-{waiting}.pdf.part"));
    for name in ["print-999.pdf", "print-998.pdf.part", &format!("{kept}.part"), &begun, "note.txt"] {
        std::fs::write(office.path(name), "张三").unwrap();
    }
    let swept = round(&office.jobs);
    assert_eq!((swept.forgotten, swept.broken), (3, vec![]));
    assert_eq!(office.files(), ["note.txt".to_owned(), kept, format!("print-{waiting}.pdf")]);
}

#[test]
fn a_print_that_fails_leaves_nothing_behind() {
    let office = office();
    let id = office.queue();
    // The file cannot take its name.
    std::fs::create_dir_all(office.path(&format!("print-{id}.pdf")).join("x")).unwrap();
    assert!(round(&office.jobs).broken.contains(&"print"));
    assert_eq!(office.job(id).state, "failed");
    assert!(!office.path(&format!("print-{id}.pdf.part")).exists());
}
