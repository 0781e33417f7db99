//! Numbers of the answer: halves of a point as programs read them, without floating-point arithmetic on the way.

use serde::{Serialize, Serializer};
use weiqi_rules::HalfPoints;

/// Points: a whole number, or one with `.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub HalfPoints);

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.0 % 2 {
            0 => serializer.serialize_i32(self.0.0 / 2),
            _ => decimal(&self.0.to_string(), serializer),
        }
    }
}

/// A share of a thousand, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thousandths(pub u16);

impl Thousandths {
    /// As people read it: `0.853`.
    pub fn written(self) -> String {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Serialize for Thousandths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 1000 {
            0 => serializer.serialize_u16(self.0 / 1000),
            _ => decimal(&self.written(), serializer),
        }
    }
}

fn decimal<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // proven: a decimal number as written above is one.
    serializer.serialize_f64(text.parse().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_shares_are_written_in_the_shortest_way() {
        let json = |half: i32| serde_json::to_string(&Points(HalfPoints(half))).unwrap();
        assert_eq!([15, 14, -1, 0, -7].map(json), ["7.5", "7", "-0.5", "0", "-3.5"]);
        let json = |share| serde_json::to_string(&Thousandths(share)).unwrap();
        assert_eq!([1000, 853, 70, 0].map(json), ["1", "0.853", "0.07", "0"]);
    }
}
