//! What an account's fields may hold.

use crate::mail::Address;
use crate::service::error::FieldError;
use crate::service::outbox::account_mail_place as place;
use crate::service::{Keys, ServiceError, ServiceResult};
use crate::store::account::Account;

/// The mail address of an account.
pub fn mail_of(keys: &Keys, account: &Account) -> ServiceResult<Address> {
    let text = keys.open_text(&place(&account.login), &account.mail_sealed)?;
    Address::parse(&text).map_err(|_| ServiceError::Internal(format!("account {} has no mail address", account.id)))
}

/// An address sealed for an account, and its blind index.
pub(super) fn seal_mail(keys: &Keys, login: &str, mail: &Address) -> ServiceResult<(Vec<u8>, Vec<u8>)> {
    Ok((keys.seal(&place(login), mail.as_str().as_bytes())?, mail_index(keys, mail)))
}

/// Under what an address is found again, however it is capitalised.
pub(super) fn mail_index(keys: &Keys, mail: &Address) -> Vec<u8> {
    keys.blind_index("account mail", &mail.as_str().to_ascii_lowercase())
}

/// A login name as it is kept: Latin lower case, digits, `.`, `-`, `_`; 3 to 32 characters, a letter first.
pub(super) fn login_name(typed: &str) -> Option<String> {
    let login = typed.trim().to_ascii_lowercase();
    let fits = (3..=32).contains(&login.len())
        && login.starts_with(|c: char| c.is_ascii_lowercase())
        && login.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-_".contains(&b));
    fits.then_some(login)
}

/// A person's name: 1 to 50 characters, none of them invisible.
fn person_name(typed: &str) -> Option<String> {
    let name = typed.trim();
    let fits = (1..=50).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    fits.then(|| name.to_owned())
}

/// Login name, name and address, all checked.
pub(super) struct Checked {
    pub(super) login: String,
    pub(super) name: String,
    pub(super) mail: Address,
}

/// Checks all three at once, so that all that is wrong is said at once.
pub(super) fn check(login: &str, name: &str, mail: &str) -> Result<Checked, Vec<FieldError>> {
    let (login, name, mail) = (login_name(login), person_name(name), Address::parse(mail));
    match (login, name, mail) {
        (Some(login), Some(name), Ok(mail)) => Ok(Checked { login, name, mail }),
        (login, name, mail) => {
            let mut errors = Vec::new();
            if login.is_none() {
                errors.push(FieldError::new("login", "refusal.login_shape"));
            }
            if name.is_none() {
                errors.push(FieldError::new("name", "refusal.name_shape"));
            }
            if mail.is_err() {
                errors.push(FieldError::new("mail", "refusal.mail_address"));
            }
            Err(errors)
        }
    }
}

/// The errors as the answer of a use case; nothing where there are none.
pub(super) fn refuse_if_any(errors: Vec<FieldError>) -> ServiceResult<()> {
    if errors.is_empty() { Ok(()) } else { Err(ServiceError::Invalid(errors)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_name_is_plain_and_lower_case() {
        assert_eq!(login_name(" Wang.Fang-2 ").as_deref(), Some("wang.fang-2"));
        for wrong in ["", "ab", "2ab", ".ab", "王芳芳", "a b c", &"a".repeat(33), "a\0bc"] {
            assert_eq!(login_name(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let fields: Vec<_> = check("", " ", "x").err().unwrap().iter().map(|e| e.field).collect();
        assert_eq!(fields, ["login", "name", "mail"]);
        assert!(check("wang", "买买提·艾力", "a@b.cn").is_ok());
        assert_eq!(check("wang", "a\u{7}", "a@b.cn").err().unwrap().len(), 1);
    }

    #[test]
    fn an_address_is_found_however_it_is_capitalised() {
        let keys = Keys::from_master(&[1; 32]);
        let index = |text: &str| mail_index(&keys, &Address::parse(text).unwrap());
        assert_eq!(index("Wang@Example.cn"), index("wang@example.cn"));
        assert_ne!(index("wang@example.cn"), index("wang@example.com"));
    }
}
