//! The kinds of notifications, where each leads, and its words in the shop's languages.
//!
//! A row may be of a kind this version does not know yet (a newer one wrote it while both run): it still gets words, only
//! less telling ones, so that nobody's list breaks during a release.

use kit::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An account was opened.
    Welcome,
    /// A refresh token was used a second time, so its session was ended: somebody may have copied it.
    Security,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    pub title: &'static str,
    pub text: &'static str,
}

impl Kind {
    pub const ALL: [Self; 2] = [Self::Welcome, Self::Security];

    pub fn key(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Security => "security",
        }
    }

    /// Where a tap on it leads: a path in the shop.
    pub fn link(self) -> &'static str {
        match self {
            Self::Welcome => "/",
            Self::Security => "/profil/sifre",
        }
    }

    fn words(self, language: Language) -> Words {
        let (title, text) = match (self, language) {
            (Self::Welcome, Language::Az) => (
                "Sovqata xoş gəlmisiniz!",
                "Hesabınız hazırdır. Sevdiyiniz insana ilk hədiyyəni seçin: gözəl qablaşdırıb vaxtında çatdıraq.",
            ),
            (Self::Welcome, Language::Ru) => (
                "Добро пожаловать в Sovqat!",
                "Ваш аккаунт готов. Выберите первый подарок для близкого человека, а мы красиво упакуем его и привезём вовремя.",
            ),
            (Self::Welcome, Language::En) => (
                "Welcome to Sovqat!",
                "Your account is ready. Choose a first gift for someone you love: we will wrap it nicely and bring it on time.",
            ),
            (Self::Security, Language::Az) => (
                "Hesabınızı qoruduq",
                "Kimsə köhnə sessiyanızdan istifadə etməyə çalışmış ola bilər. Ehtiyat üçün o sessiyanı bağladıq. Bu siz deyildinizsə, şifrənizi dəyişin.",
            ),
            (Self::Security, Language::Ru) => (
                "Мы защитили ваш аккаунт",
                "Возможно, кто-то пытался воспользоваться вашей старой сессией. На всякий случай мы её завершили. Если это были не вы, смените пароль.",
            ),
            (Self::Security, Language::En) => (
                "We protected your account",
                "Someone may have tried to use an old session of yours. To be safe, we signed it out. If it was not you, change your password.",
            ),
        };
        Words { title, text }
    }
}

/// What a notification of the kind named `key` says.
pub fn words(key: &str, language: Language) -> Words {
    match Kind::ALL.into_iter().find(|kind| kind.key() == key) {
        Some(kind) => kind.words(language),
        None => unfamiliar(language),
    }
}

fn unfamiliar(language: Language) -> Words {
    let (title, text) = match language {
        Language::Az => ("Sovqatdan xəbər var", "Təfərrüatlara hesabınızda baxa bilərsiniz."),
        Language::Ru => ("Новость от Sovqat", "Подробности смотрите в вашем аккаунте."),
        Language::En => ("News from Sovqat", "You will find the details in your account."),
    };
    Words { title, text }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_kind_speaks_every_language_in_words_of_its_own() {
        let mut seen = HashSet::new();
        for key in Kind::ALL.map(Kind::key).into_iter().chain(["of_tomorrow"]) {
            for language in Language::ALL {
                let Words { title, text } = words(key, language);
                assert!(
                    seen.insert(title) && seen.insert(text),
                    "{key} in {} repeats another's words",
                    language.code()
                );
                let is_cyrillic = |c: char| ('а'..='я').contains(&c);
                assert_eq!(text.contains(is_cyrillic), language == Language::Ru, "{key} in {}", language.code());
            }
        }
    }

    #[test]
    fn every_link_is_a_path() {
        assert!(Kind::ALL.into_iter().all(|kind| kind.link().starts_with('/')));
    }
}
