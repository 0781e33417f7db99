//! 300 certificates as one PDF: time and size, beside a bare document of as many pages with one line each.
//!
//! `cargo bench --bench print`; the figures belong in docs/performance.md.

#![allow(clippy::float_arithmetic)]

use chrono::NaiveDate;
use krilla::Document;
use krilla::geom::Point;
use krilla::page::PageSettings;
use krilla::text::{Font, TextDirection};
use qipin::domain::grade::Grade;
use qipin::print::{CertificateSheet, CopyMark, Fonts, Options, PaperSize, SheetEvent, Signature, render};
use qipin::text::Bilingual;
use std::time::{Duration, Instant};

const PAGES: usize = 300;
const ROUNDS: usize = 9;
const MOST_MILLISECONDS: u128 = 300;
const MOST_BYTES_A_PAGE: usize = 64 * 1024;

fn main() {
    let Ok(fonts) = Fonts::shipped() else {
        eprintln!("the shipped faces cannot be read");
        std::process::exit(1);
    };
    let sheets: Vec<CertificateSheet> = (0..PAGES).filter_map(sheet).collect();
    assert_eq!(sheets.len(), PAGES);
    let (bare, _) = best(bare_document);
    println!("bare document, {PAGES} pages with one line: {:.1} ms", milliseconds(bare));
    for (name, size) in [("A4", PaperSize::A4), ("card", PaperSize::Card)] {
        let (one, one_bytes) = best(|| print(&fonts, &sheets[..1], size));
        let (all, bytes) = best(|| print(&fonts, &sheets, size));
        println!(
            "{name}: 1 page {:.1} ms ({} KiB), {PAGES} pages {:.1} ms ({:.1} times the bare document), {:.1} KiB a page with fonts",
            milliseconds(one),
            one_bytes / 1024,
            milliseconds(all),
            all.as_secs_f64() / bare.as_secs_f64(),
            bytes as f64 / PAGES as f64 / 1024.0,
        );
        println!(
            "  at most {MOST_MILLISECONDS} ms: {}; at most 64 KiB a page: {}",
            verdict(all.as_millis() <= MOST_MILLISECONDS),
            verdict(bytes <= PAGES * MOST_BYTES_A_PAGE)
        );
    }
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "NOT REACHED" }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The fastest of some rounds, and the bytes of the file.
fn best(mut work: impl FnMut() -> usize) -> (Duration, usize) {
    let mut fastest = Duration::MAX;
    let mut bytes = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        bytes = work();
        fastest = fastest.min(start.elapsed());
    }
    (fastest, bytes)
}

fn print(fonts: &Fonts, sheets: &[CertificateSheet], size: PaperSize) -> usize {
    let mut bytes = Vec::new();
    match render(fonts, sheets, size, Options::default(), &mut bytes) {
        Ok(printed) => assert_eq!(printed.pages, sheets.len()),
        Err(error) => panic!("{error}"),
    }
    bytes.len()
}

/// The least that any PDF of as many pages costs with this writer and this face.
fn bare_document() -> usize {
    let face: &'static [u8] = include_bytes!("../static/fonts/qipin-song.otf");
    let (Some(font), Some(settings)) = (Font::new(face.into(), 0), PageSettings::from_wh(595.0, 842.0)) else {
        panic!("the face cannot be read");
    };
    let mut document = Document::new();
    for _ in 0..PAGES {
        let mut page = document.start_page_with(settings.clone());
        let at = Point::from_xy(72.0, 72.0);
        page.surface().draw_text(at, font.clone(), 12.0, "业余围棋段位证书", false, TextDirection::Auto);
        page.finish();
    }
    match document.finish() {
        Ok(bytes) => bytes.len(),
        Err(error) => panic!("{error}"),
    }
}

fn sheet(n: usize) -> Option<CertificateSheet> {
    let both = |zh: &str, en: &str| Bilingual { zh: zh.into(), en: en.into() };
    let surnames: Vec<char> = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜".chars().collect();
    let given: Vec<char> = "轩宇涵子睿梓浩博文欣怡雨泽晨思远嘉懿诗琪俊杰明哲若曦沐辰语桐".chars().collect();
    let holder =
        format!("{}{}{}", surnames[n % surnames.len()], given[n * 7 % given.len()], given[(n * 11 + 3) % given.len()]);
    Some(CertificateSheet {
        grade: Grade::dan(u8::try_from(n % 8).ok()? + 1)?,
        holder,
        number: Some(format!("31026{n:04}")),
        issued_on: NaiveDate::from_ymd_opt(2026, 12, 1)?,
        issuer: both("上海市围棋协会", "Shanghai Weiqi Association"),
        event: Some(SheetEvent {
            name: both("上海市第十二届业余围棋升段赛", "the 12th Shanghai Amateur Dan Promotion Event"),
            first_day: NaiveDate::from_ymd_opt(2026, 11, 28)?,
            last_day: NaiveDate::from_ymd_opt(2026, 11, 29)?,
        }),
        clause: Some(both("4段组前15%（第3名，共40名）", "4 dan group, top 15 % (place 3 of 40)")),
        copy: CopyMark::First,
        check_code: Some(format!("7H3KQ9ZT0M5X{n:04}")),
        page_address: Some(format!("https://qipin.example.cn/c/5d/31026{n:04}?k=7H3KQ9ZT0M5X{n:04}")),
        signatures: vec![Signature { role: both("理事长", "President"), name: String::new() }],
    })
}
