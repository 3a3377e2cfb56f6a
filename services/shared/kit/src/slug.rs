//! Readable parts of page addresses, such as `ipek-cicek`. Never only digits, because such a path is an id.

/// In bytes.
pub const MAX_LENGTH: usize = 80;
/// In bytes, of slugs made from names. Leaves space for a number.
const MAX_MADE: usize = 60;

pub fn parse(raw: &str) -> Result<String, &'static str> {
    let slug = raw.trim();
    if slug.is_empty() {
        return Err("required");
    }
    if slug.chars().count() > MAX_LENGTH {
        return Err("too_long");
    }
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !slug.bytes().all(is_allowed) {
        return Err("invalid_characters");
    }
    if slug.split('-').any(str::is_empty) || is_number(slug) {
        return Err("invalid");
    }
    Ok(slug.to_owned())
}

/// `fallback` replaces a name without letters and digits, and precedes a number.
pub fn from_name(name: &str, fallback: &str) -> String {
    let mut slug = String::new();
    for word in name.split(is_separator).map(latin).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= MAX_MADE {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word);
    }
    if slug.is_empty() {
        fallback.to_owned()
    } else if is_number(&slug) {
        format!("{fallback}-{slug}")
    } else {
        slug
    }
}

pub fn first_free(slug: &str, taken: &[String]) -> String {
    let is_free = |slug: &String| !taken.contains(slug);
    let numbered = (2_u64..).map(|number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// Drops characters without a Latin equivalent.
pub fn latin(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        latin.push_str(match letter {
            'ğ' => "g",
            'ç' => "c",
            'а' => "a",
            'б' => "b",
            'в' => "v",
            'г' => "q",
            'д' => "d",
            'ə' | 'е' | 'ё' | 'э' => "e",
            'ж' => "j",
            'з' => "z",
            'ı' | 'и' | 'ы' => "i",
            'й' => "y",
            'к' => "k",
            'л' => "l",
            'м' => "m",
            'н' => "n",
            'ö' | 'о' => "o",
            'п' => "p",
            'р' => "r",
            'ş' | 'с' => "s",
            'т' => "t",
            'ü' | 'у' => "u",
            'ф' => "f",
            'х' => "x",
            'ц' => "ts",
            'ч' => "ch",
            'ш' => "sh",
            'щ' => "shch",
            'ю' => "yu",
            'я' => "ya",
            _ if letter.is_ascii_alphanumeric() => {
                latin.push(letter);
                continue;
            }
            _ => continue,
        });
    }
    latin
}

/// Apostrophes, and the combining dot of a decomposed `i̇`, do not end a word.
fn is_separator(letter: char) -> bool {
    !letter.is_alphanumeric() && !matches!(letter, '\'' | '’' | '\u{307}')
}

fn is_number(slug: &str) -> bool {
    slug.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_made_from_names_in_each_alphabet() {
        let slug = |name: &str| from_name(name, "kateqoriya");
        assert_eq!(slug("Şəhərin ən gözəl gülləri!"), "seherin-en-gozel-gulleri");
        assert_eq!(slug("İPƏK Çiçək"), "ipek-cicek");
        assert_eq!(slug("Подарки для мамы"), "podarki-dlya-mami");
        assert_eq!(slug("Ana'nın & Ata’nın"), "ananin-atanin");
        assert_eq!(slug("🎁🎁"), "kateqoriya");
        assert_eq!(slug("2027"), "kateqoriya-2027");
        assert_eq!(slug(&"uzun ".repeat(40)).len(), 59, "a slug made from a name is shorter than 60 bytes");
        for name in ["Şəhərin ən gözəl gülləri!", "🎁🎁", "2027"] {
            assert_eq!(parse(&slug(name)), Ok(slug(name)));
        }
    }

    #[test]
    fn malformed_slugs_are_refused() {
        assert_eq!(parse(" guller-2 ").as_deref(), Ok("guller-2"));
        for (raw, code) in [
            ("", "required"),
            ("Guller", "invalid_characters"),
            ("gül", "invalid_characters"),
            ("a b", "invalid_characters"),
            ("-a", "invalid"),
            ("a--b", "invalid"),
            ("17", "invalid"),
        ] {
            assert_eq!(parse(raw), Err(code), "{raw}");
        }
        assert_eq!(parse(&"a".repeat(81)), Err("too_long"));
    }

    #[test]
    fn a_taken_slug_gets_a_number() {
        let taken = ["guller".to_owned(), "guller-2".to_owned()];
        assert_eq!(first_free("guller", &taken), "guller-3");
        assert_eq!(first_free("lale", &taken), "lale");
    }
}
