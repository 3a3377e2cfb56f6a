//! Defines the kinds of security events. A security event is something that happens to the security of an account, such
//! as a sign-in; its owner sees the events in a list. A new kind must be added to the check constraint of the table as
//! well.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    /// A customer signed in with a browser that was used before.
    SignedIn,
    /// A customer signed in with a new browser, or with one that sent no device id.
    NewDevice,
    StaffSignedIn,
    PasswordChanged,
    PasswordReset,
    EmailChanged,
    EmailVerified,
    PhoneChanged,
    PasskeyAdded,
    PasskeyRemoved,
    SecondFactorChanged,
    /// A refresh token was used twice, so it may have been stolen, and its session was ended.
    TokenReused,
    /// The owner reported a change as made by somebody else, and it was undone.
    Disowned,
    Blocked,
    Unblocked,
    RoleChanged,
}

impl EventKind {
    /// Returns the value stored in the database, which is also the name in the contract.
    pub fn key(self) -> &'static str {
        self.into()
    }
}
