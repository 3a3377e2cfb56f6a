use kit::{Error, Result, identity::Caller, security};

/// Separation of duties: refuses operators' decisions about their own accounts.
pub fn require_other_person(operator: &Caller, owner: Option<i64>, code: &'static str) -> Result<()> {
    if owner == Some(operator.account) {
        security::refused("own_decision");
        return Err(Error::NotAllowed(code));
    }
    Ok(())
}
