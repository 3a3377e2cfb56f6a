//! The kinds of security events. A new kind must be added to the check constraint of the table as well.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    /// A customer's sign-in in a known browser.
    SignedIn,
    /// A customer's sign-in in another browser, or in one that sent no id.
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
    /// A copied refresh token ended the session.
    TokenReused,
    /// The owner undid somebody's change.
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
