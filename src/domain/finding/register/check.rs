//! Asking the register, and what was not asked.

use super::super::{Log, Mark, Place, Raise, codes};
use super::content::Content;
use super::facts::{Facts, Question};
use super::{event, persons};
use crate::domain::certificate_number;
use crate::domain::id_document::IdDocument;
use crate::domain::name::search_key;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::{CheckContext, Headers, Sheet};
use crate::text::{Bilingual, both};
use std::collections::BTreeSet;

/// What to ask the register about a sheet.
pub fn question(sheet: &Sheet, context: &CheckContext, sha256: Option<String>) -> Question {
    let mut registers = BTreeSet::new();
    let mut documents = BTreeSet::new();
    let mut name_keys = BTreeSet::new();
    let mut certificates = BTreeSet::new();
    for entry in &sheet.entries {
        registers.extend(entry.register.as_deref().and_then(|text| RegisterNumber::read(text).ok()));
        documents
            .extend(entry.document.as_deref().and_then(|text| IdDocument::read(text).ok()).map(|d| d.normalised()));
        if !entry.name.is_empty() {
            name_keys.insert(search_key(&entry.name));
        }
        if let (Some(grade), Some(Ok(read))) = (entry.grade, entry.certificate.as_deref().map(certificate_number::read))
        {
            certificates.insert((grade, read.number.to_string()));
        }
    }
    Question {
        registers: registers.into_iter().collect(),
        documents: documents.into_iter().collect(),
        name_keys: name_keys.into_iter().collect(),
        certificates: certificates.into_iter().collect(),
        date: context.date,
        agency: context.agency.clone(),
        sha256,
        content: Content::of_sheet(sheet),
    }
}

/// Who each entry of a sheet certainly is, by the facts of the register.
pub fn identify(sheet: &Sheet, headers: &Headers, facts: &Facts) -> Vec<Option<RegisterNumber>> {
    let found = persons::check(sheet, headers, facts, &mut Log::new());
    found.into_iter().map(|person| person.map(|person| person.register)).collect()
}

/// The findings of a sheet that its facts from the register give.
pub fn check(sheet: &Sheet, headers: &Headers, facts: &Facts) -> Log {
    let mut log = Log::new();
    let persons = persons::check(sheet, headers, facts, &mut log);
    event::check(sheet, headers, facts, &persons, &mut log);
    log
}

/// What the register checks that were left out are about, for people.
pub fn left_out_titles() -> Bilingual {
    let titles = codes::ALL.iter().filter(|code| code.mark == Mark::Register).map(|code| both(&code.key("title"), &[]));
    let (zh, en): (Vec<String>, Vec<String>) = titles.map(|title| (title.zh, title.en)).unzip();
    Bilingual { zh: zh.join("、"), en: en.join("; ") }
}

/// The one line that names the register checks which were left out.
pub fn left_out() -> Raise<'static> {
    let codes: Vec<&str> = codes::ALL.iter().filter(|code| code.mark == Mark::Register).map(|code| code.id).collect();
    codes::I700.at(Place::whole()).found_in_full(codes.join(" "))
}
