//! The texts of a record, kept as they were written, in one piece of memory.

use std::fmt;

/// How many letters a property's name keeps.
const LETTERS: usize = 16;

/// A property's name: capital letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name([u8; LETTERS]);

impl Name {
    /// A name of ASCII letters; those beyond [`LETTERS`] are cut.
    pub(crate) const fn of(letters: &[u8]) -> Name {
        let mut name = [0; LETTERS];
        let mut at = 0;
        while at < letters.len() && at < LETTERS {
            name[at] = letters[at];
            at += 1;
        }
        Name(name)
    }

    /// The name as a number, which compares and matches at once.
    pub(crate) const fn key(self) -> u128 {
        u128::from_le_bytes(self.0)
    }

    /// Whether a name of so many letters is kept whole.
    pub(crate) const fn holds(letters: usize) -> bool {
        letters <= LETTERS
    }

    /// The letters.
    pub(crate) fn letters(&self) -> &[u8] {
        let end = self.0.iter().position(|letter| *letter == 0).unwrap_or(LETTERS);
        &self.0[..end]
    }

    /// The letters as text.
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.letters()).unwrap_or_default()
    }
}

/// Names that readers look for in every node, as [`Name::key`] has them.
pub(crate) mod keys {
    use super::Name;

    macro_rules! keys {
        ($($name:ident)+) => { $(pub(crate) const $name: u128 = Name::of(stringify!($name).as_bytes()).key();)+ };
    }

    keys!(B W AB AW AE PL BL WL OB OW TB TW MA CR TR SQ SL DD GM SZ);
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One property as it stands in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property {
    /// How many moves stand before it or with it.
    pub(crate) after: u32,
    pub(crate) name: Name,
    /// The first value and how many.
    values: (u32, u32),
    /// Where it stands.
    pub(crate) offset: u32,
}

/// All kept properties.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    letters: String,
    /// Where each value ends.
    ends: Vec<u32>,
    pub(crate) properties: Vec<Property>,
}

impl Texts {
    /// Room for what a record has as a rule.
    pub(crate) fn new() -> Texts {
        Texts { letters: String::with_capacity(512), ends: Vec::with_capacity(32), properties: Vec::with_capacity(32) }
    }

    /// Starts a property; its values follow.
    pub(crate) fn start(&mut self, after: usize, name: Name, offset: usize) {
        let first = small(self.ends.len());
        self.properties.push(Property { after: small(after), name, values: (first, 0), offset: small(offset) });
    }

    /// Adds a value to the property that was started last; `write` appends it.
    pub(crate) fn value(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.letters);
        self.ends.push(small(self.letters.len()));
        if let Some(property) = self.properties.last_mut() {
            property.values.1 += 1;
        }
    }

    /// Adds a property with one value; signs that are neither letters nor line ends become blanks.
    pub(crate) fn add(&mut self, name: &str, value: &str, offset: usize) {
        self.start(0, Name::of(name.as_bytes()), offset);
        let plain = |letter: char| if letter.is_control() && letter != '\n' { ' ' } else { letter };
        self.value(|letters| letters.extend(value.chars().map(plain)));
    }

    /// Takes a property of the whole game away.
    pub(crate) fn remove(&mut self, name: &str) {
        let key = Name::of(name.as_bytes()).key();
        self.properties.retain(|property| property.after > 0 || property.name.key() != key);
    }

    /// The values of a property.
    pub(crate) fn values(&self, property: &Property) -> impl Iterator<Item = &str> {
        let (first, count) = property.values;
        (first..first + count).map(|index| self.text(index as usize))
    }

    fn text(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.letters[start..self.ends[index] as usize]
    }

    /// The properties of the whole game of a name.
    pub(crate) fn of_game(&self, name: &str) -> impl Iterator<Item = &Property> {
        let name = Name::of(name.as_bytes()).key();
        self.properties.iter().filter(move |property| property.after == 0 && property.name.key() == name)
    }

    /// The first value of the whole game that is not blank, and where it stands.
    pub(crate) fn first(&self, name: &str) -> Option<(&str, usize)> {
        self.of_game(name)
            .flat_map(|property| self.values(property).map(|value| (value, property.offset as usize)))
            .find(|(value, _)| !value.trim().is_empty())
    }

    /// Whether the whole game has the property, be it empty.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.of_game(name).next().map(|property| property.offset as usize)
    }
}

/// Files are far shorter than 4 GiB: see [`super::limits::BYTES`].
pub(crate) fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
