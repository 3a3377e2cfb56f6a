//! Events that an account's owner sees. A new kind must be added to the check constraint of the table.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventKind {
    /// A sign-in in a known browser.
    SignedIn,
    /// A sign-in in an unknown browser, or in one that sent no id.
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
    /// A copied refresh token was used.
    TokenReused,
    /// The owner reported a change by somebody else.
    Disowned,
    Blocked,
    Unblocked,
    RoleChanged,
}

impl EventKind {
    pub fn key(self) -> &'static str {
        self.into()
    }
}
