//! Links in e-mails. Their pages ask before they do anything, because mail programs prefetch links.

use chrono::TimeDelta;
use kit::Language;

use super::token::Token;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Purpose {
    PasswordReset,
    EmailVerification,
}

impl Purpose {
    /// Also the name of the e-mail template.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn ttl(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(30),
            Self::EmailVerification => TimeDelta::hours(24),
        }
    }

    /// The token follows. The words are Azerbaijani for sign-in, reset, profile, e-mail and confirm.
    fn page(self) -> &'static str {
        match self {
            Self::PasswordReset => "/giris?sifirla=",
            Self::EmailVerification => "/profil/epoct?tesdiq=",
        }
    }

    /// `site` has no trailing slash.
    pub fn url(self, site: &str, language: Language, token: &Token) -> String {
        format!("{}{}", page(site, language, self.page()), token.reveal())
    }
}

pub const SIGN_IN_PAGE: &str = "/giris";

pub const CANCEL_DELETION_PAGE: &str = "/profil/melumatlarim";

pub const SECURITY_NOTICE_PAGE: &str = "/tehlukesizlik/";

/// `site` has no trailing slash.
pub fn page(site: &str, language: Language, path: &str) -> String {
    format!("{site}{}{path}", language.prefix())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_the_page_in_the_readers_language() {
        let token = Token::parse(&"A".repeat(43)).unwrap();
        let url = |purpose: Purpose, language| purpose.url("https://sovqat.example", language, &token);
        let verify = url(Purpose::EmailVerification, Language::Ru);
        assert_eq!(verify, format!("https://sovqat.example/ru/profil/epoct?tesdiq={}", token.reveal()));
        let reset = url(Purpose::PasswordReset, Language::Az);
        assert_eq!(reset, format!("https://sovqat.example/giris?sifirla={}", token.reveal()));
    }
}
