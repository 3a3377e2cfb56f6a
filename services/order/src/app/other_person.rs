//! Separation of duties: no member of staff may decide about something that belongs to the same account.

use kit::{Error, Result, identity::Caller, security};

/// Refuses operators' decisions about their own accounts with the error `code`.
pub fn require_other_person(operator: &Caller, owner: Option<i64>, code: &'static str) -> Result<()> {
    if owner == Some(operator.account) {
        security::refused("own_decision");
        return Err(Error::NotAllowed(code));
    }
    Ok(())
}
