//! What a certificate says, as plain values, and the list of the fields that reach the paper.

use crate::domain::certificate_number::groups;
use crate::domain::grade::Grade;
use crate::text::Bilingual;
use chrono::NaiveDate;

/// One certificate (or, without a number, the sheet of a public notice) as it is to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateSheet {
    /// The grade awarded.
    pub grade: Grade,
    /// The holder's name as it was entered, never normalised.
    pub holder: String,
    /// The nine digits (or a legacy number as its text); `None` prints a notice, which is no certificate.
    pub number: Option<String>,
    /// The civil date of issue in Asia/Shanghai (of a notice: its first day).
    pub issued_on: NaiveDate,
    /// The issuing body; an empty English name is left out.
    pub issuer: Bilingual,
    /// The event that the award rests on; `None` for an appraisal or another basis.
    pub event: Option<SheetEvent>,
    /// The rule clause that grants the award, in words.
    pub clause: Option<Bilingual>,
    /// Which copy this is.
    pub copy: CopyMark,
    /// The sixteen characters that open the certificate's page.
    pub check_code: Option<String>,
    /// The full address of the certificate's page, code included: it goes into the QR code.
    pub page_address: Option<String>,
    /// Lines to sign on, at most [`CertificateSheet::MOST_SIGNATURES`] are printed.
    pub signatures: Vec<Signature>,
}

impl CertificateSheet {
    /// More lines than these do not fit beside each other.
    pub const MOST_SIGNATURES: usize = 2;
}

/// The event named on a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetEvent {
    /// Its name; an empty English name is replaced by the Chinese one.
    pub name: Bilingual,
    /// Its first day.
    pub first_day: NaiveDate,
    /// Its last day.
    pub last_day: NaiveDate,
}

/// A line to sign on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The office of the signer.
    pub role: Bilingual,
    /// The signer's printed name; empty leaves the line blank.
    pub name: String,
}

/// Which copy of a certificate a sheet is. The number stays the same; the mark is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CopyMark {
    /// The first copy bears no mark.
    #[default]
    First,
    /// 补发 n: the n-th copy, issued for a lost one.
    Reissue(u32),
    /// 更正 n: the n-th copy, issued with a correction.
    Correction(u32),
}

/// Lists the variants once for the type and for [`PRINTED_FIELDS`], so that neither can forget one.
macro_rules! printed_fields {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// A value that is printed. A page that matches on this type without `_` no longer compiles
        /// when a field is added to the paper and not to the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field { $($(#[$doc])* $name,)+ }

        /// Every value that reaches the paper. The certificate page shows all of them, so that an
        /// edited copy of the paper cannot pass.
        pub const PRINTED_FIELDS: &[Field] = &[$(Field::$name,)+];
    };
}

printed_fields! {
    /// The grade, as numeral and in words.
    Grade,
    /// The holder's name.
    Holder,
    /// The certificate's number.
    Number,
    /// The date of issue.
    IssuedOn,
    /// The issuing body.
    Issuer,
    /// The event's name.
    Event,
    /// The event's first and last day.
    EventDates,
    /// The clause that grants the award.
    Clause,
    /// 补发 n or 更正 n.
    CopyMark,
    /// The sixteen characters of the check code.
    CheckCode,
    /// The address of the page (the QR code carries it with the check code).
    PageAddress,
    /// Office and name of who signs.
    Signature,
}

/// Nine digits in their three groups: area, year, serial. Another form is left as it is.
pub fn group_number(number: &str) -> Vec<String> {
    groups(number).map_or_else(|| vec![number.to_owned()], |groups| groups.map(str::to_owned).to_vec())
}

/// The check code in groups of four: easier to read off paper and to type.
pub fn group_code(code: &str) -> String {
    let characters: Vec<char> = code.chars().collect();
    characters.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_grouped_only_when_it_is_one_of_ours() {
        assert_eq!(group_number("310260001"), ["310", "26", "0001"]);
        assert_eq!(group_number("3502011001"), ["3502011001"]);
        assert_eq!(group_number("31026000１"), ["31026000１"]);
    }

    #[test]
    fn a_code_is_set_in_fours() {
        assert_eq!(group_code("0123456789ABCDEF"), "0123-4567-89AB-CDEF");
        assert_eq!(group_code(""), "");
    }
}
