//! A certificate number in its three groups.

use super::Words;
use crate::domain::certificate_number::{self, CertificateNumber};
use crate::web::shell::Shell;
use askama::Template;

/// A number. Copied, it is nine digits; a number of another kind is shown as it is.
#[derive(Template)]
#[template(path = "parts/number.html")]
pub struct Number {
    number: String,
    legend: Option<[Words; 3]>,
    copy: Option<[Words; 2]>,
}

impl Number {
    /// A number in a line or a table.
    pub fn new(number: impl Into<String>) -> Self {
        Self { number: number.into(), legend: None, copy: None }
    }

    /// A number with the meaning of each group underneath, and a button that copies it.
    pub fn explained(shell: &Shell, number: impl Into<String>) -> Self {
        let word = |key: &'static str| Words::Borrowed(shell.t(key));
        Self {
            number: number.into(),
            legend: Some([word("layout.number.area"), word("layout.number.year"), word("layout.number.serial")]),
            copy: Some([word("layout.number.copy"), word("layout.number.copied")]),
        }
    }

    /// A number with what each of its groups says: the area's name, the year of issue, the serial.
    pub fn meaning(shell: &Shell, number: &str) -> Self {
        let Ok(read) = number.parse::<CertificateNumber>() else { return Self::new(number) };
        let legend = [
            read.area().name().get(shell.lang).to_owned().into(),
            shell.fill("layout.number.of-year", &[("year", &read.year().to_string())]).into(),
            shell.fill("layout.number.of-serial", &[("serial", &read.serial().to_string())]).into(),
        ];
        Self { legend: Some(legend), ..Self::explained(shell, number) }
    }

    fn groups(&self) -> Option<[(&str, &str); 3]> {
        let [a, y, s] = certificate_number::groups(&self.number)?;
        let [la, ly, ls] = self.legend.as_ref().map_or([""; 3], |l| [&*l[0], &*l[1], &*l[2]]);
        Some([(a, la), (y, ly), (s, ls)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_hold_nine_digits_without_spaces_between() {
        let html = Number::new("310260001").to_string();
        let text: String = html.split('<').filter_map(|p| p.split_once('>')).map(|(_, t)| t.trim()).collect();
        assert_eq!(text, "310260001");
        assert!(Number::new("沪2601").to_string().contains("沪2601"));
    }
}
