//! Links that are mailed. Each opens a page of the shop, in the reader's language; what it does, the page asks for.

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
    /// In the database, and the name of the mail's template.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn ttl(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(30),
            Self::EmailVerification => TimeDelta::hours(24),
        }
    }

    fn page(self) -> &'static str {
        match self {
            Self::PasswordReset => "/giris?sifirla=",
            Self::EmailVerification => "/profil/epoct?tesdiq=",
        }
    }

    pub fn url(self, site: &str, language: Language, token: &Token) -> String {
        format!("{}{}", page(site, language, self.page()), token.reveal())
    }
}

/// Where someone who asked to be deleted may stay after all.
pub const STAY: &str = "/profil/melumatlarim";

/// `site` is where the shop is, without a slash at its end.
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
