//! How an objection stands, for whoever holds its receipt.

use super::notices::ObjectionView;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::public::notices as rows;

/// An objection with what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptView {
    /// The receipt.
    pub receipt: String,
    /// The notice's reference.
    pub reference: String,
    /// What was written.
    pub body: String,
    /// How it stands.
    pub objection: ObjectionView,
}

/// The objection of a receipt.
pub fn by_receipt(register: &Register, receipt: &str) -> ServiceResult<ReceiptView> {
    register.read(|conn| {
        let (row, body, reference) = rows::by_receipt(conn, receipt)?.ok_or(ServiceError::NotFound)?;
        Ok(ReceiptView { receipt: receipt.to_owned(), reference, body, objection: row.into() })
    })
}
