//! A small pull reader over a part's XML: start tags with their attributes, end tags, and text.

use super::{Damage, Refusal};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// One step through a part.
pub(in crate::domain::results) enum Step {
    /// A start tag (an empty tag gives a start and an end).
    Start(Tag),
    /// An end tag's local name.
    End(String),
    /// Character data.
    Text(String),
    /// The end.
    Done,
}

/// A start tag: its local name and its attributes by local name.
pub(in crate::domain::results) struct Tag {
    pub(in crate::domain::results) name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// An attribute's value.
    pub(in crate::domain::results) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a part step by step.
pub(in crate::domain::results) struct Steps<'a> {
    reader: Reader<&'a [u8]>,
}

fn damaged<E>(_: E) -> Refusal {
    Refusal::Damaged(Damage::Inside)
}

impl<'a> Steps<'a> {
    pub(in crate::domain::results) fn new(body: &'a str) -> Self {
        let mut reader = Reader::from_str(body);
        reader.config_mut().expand_empty_elements = true;
        Self { reader }
    }

    /// How many bytes have been read.
    pub(in crate::domain::results) fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// The next step.
    pub(in crate::domain::results) fn next(&mut self) -> Result<Step, Refusal> {
        loop {
            return Ok(match self.reader.read_event().map_err(damaged)? {
                Event::Start(start) => Step::Start(tag(&start)?),
                Event::End(end) => Step::End(local(end.name().as_ref())),
                Event::Text(text) => Step::Text(text.to_string()),
                Event::CData(text) => Step::Text(text.to_string()),
                Event::GeneralRef(reference) => Step::Text(resolve(&reference)?),
                Event::DocType(_) => return Err(Refusal::Doctype),
                Event::Eof => Step::Done,
                _ => continue,
            });
        }
    }
}

fn local(name: &str) -> String {
    name.rsplit(':').next().unwrap_or(name).to_owned()
}

fn tag(start: &BytesStart<'_>) -> Result<Tag, Refusal> {
    let mut attributes = Vec::new();
    // Without the search for an attribute twice, which looks at every pair; the first is the one that counts.
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(damaged)?;
        attributes.push((local(attribute.key.as_ref()), unescape(&attribute.value)?));
    }
    Ok(Tag { name: local(start.name().as_ref()), attributes })
}

/// Resolves the five named references and character references; there are no others without a document type.
fn resolve(name: &str) -> Result<String, Refusal> {
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let code = match name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => name.strip_prefix('#').and_then(|digits| digits.parse().ok()),
            };
            code.and_then(char::from_u32).ok_or_else(|| damaged(format!("&{name};")))?
        }
    };
    Ok(c.to_string())
}

fn unescape(value: &str) -> Result<String, Refusal> {
    if !value.contains('&') {
        return Ok(value.to_owned());
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let (name, after) = tail.split_once(';').ok_or_else(|| damaged("unescaped &"))?;
        out.push_str(&resolve(name)?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}
