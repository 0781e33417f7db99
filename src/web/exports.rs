//! The files that a group's results can be downloaded as, with what each of them cannot hold.

use super::shell::Shell;
use crate::domain::results::Sheet;
use crate::domain::results::interchange::write::{Target, losses};

/// A file to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// What it is.
    pub(super) name: String,
    /// Where it is.
    pub(super) href: String,
    /// What it loses, each with how often.
    pub(super) losses: Vec<String>,
}

/// All files of a sheet, below an address.
pub(super) fn offers(shell: &Shell, sheet: &Sheet, address: &dyn Fn(&str) -> String) -> Vec<Offer> {
    let offer = |target: Target| Offer {
        name: target.words().get(shell.lang).to_owned(),
        href: address(target.ending()),
        losses: losses(sheet, target)
            .into_iter()
            .map(|(loss, n)| {
                let (what, n) = (loss.words(), n.to_string());
                shell.fill("interchange.page.loss", &[("what", what.get(shell.lang)), ("n", &n)])
            })
            .collect(),
    };
    Target::ALL.into_iter().map(offer).collect()
}
