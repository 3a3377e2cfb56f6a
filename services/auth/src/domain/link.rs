//! Builds the URLs of links that are sent by e-mail or SMS. A link opens a page of the shop in the recipient's
//! language. The page asks before it does anything, because mail programs prefetch links.

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
    /// Returns the value stored in the database, which is also the name of the e-mail template.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Returns how long a link is valid.
    pub fn ttl(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(30),
            Self::EmailVerification => TimeDelta::hours(24),
        }
    }

    /// Returns the path of the page, up to the token. The shop's paths are Azerbaijani words.
    fn page(self) -> &'static str {
        match self {
            Self::PasswordReset => "/giris?sifirla=",
            Self::EmailVerification => "/profil/epoct?tesdiq=",
        }
    }

    /// Returns the link's URL. `site` is the shop's URL without a trailing slash.
    pub fn url(self, site: &str, language: Language, token: &Token) -> String {
        format!("{}{}", page(site, language, self.page()), token.reveal())
    }
}

/// Path of the page where people sign in or request a new password.
pub const SIGN_IN_PAGE: &str = "/giris";

/// Path of the page where a scheduled deletion can be cancelled.
pub const CANCEL_DELETION_PAGE: &str = "/profil/melumatlarim";

/// Path of a security notice's page, up to the token.
pub const SECURITY_NOTICE_PAGE: &str = "/tehlukesizlik/";

/// Returns a page's URL. `site` has no trailing slash.
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
