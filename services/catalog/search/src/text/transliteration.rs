//! Transliterates Azerbaijani Cyrillic of before 1991, Russian in Latin letters, and chat spellings.

pub fn is_azerbaijani_cyrillic(text: &str) -> bool {
    text.chars().any(|letter| "әөүғҹҝһјӘӨҮҒҸҜҺЈ".contains(letter))
}

/// Also accepts Russian letters.
pub fn azerbaijani_to_latin(text: &str) -> String {
    let mut latin = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'а' => latin.push('a'),
            'б' => latin.push('b'),
            'в' => latin.push('v'),
            'г' => latin.push('q'),
            'ғ' => latin.push('ğ'),
            'д' => latin.push('d'),
            'е' | 'э' => latin.push('e'),
            'ә' => latin.push('ə'),
            'ж' => latin.push('j'),
            'з' => latin.push('z'),
            'и' => latin.push('i'),
            'ы' => latin.push('ı'),
            'ј' | 'й' => latin.push('y'),
            'к' => latin.push('k'),
            'ҝ' => latin.push('g'),
            'л' => latin.push('l'),
            'м' => latin.push('m'),
            'н' => latin.push('n'),
            'о' => latin.push('o'),
            'ө' => latin.push('ö'),
            'п' => latin.push('p'),
            'р' => latin.push('r'),
            'с' => latin.push('s'),
            'т' => latin.push('t'),
            'у' => latin.push('u'),
            'ү' => latin.push('ü'),
            'ф' => latin.push('f'),
            'х' => latin.push('x'),
            'һ' => latin.push('h'),
            'ч' => latin.push('ç'),
            'ҹ' => latin.push('c'),
            'ш' => latin.push('ş'),
            'щ' => latin.push_str("şç"),
            'ц' => latin.push_str("ts"),
            'ю' => latin.push_str("yu"),
            'я' => latin.push_str("ya"),
            'ё' => latin.push_str("yo"),
            'ъ' | 'ь' => {}
            _ => latin.push(letter),
        }
    }
    latin
}

/// Such as podarok and tsvety.
pub fn latin_to_russian(text: &str) -> String {
    // Longest first.
    const SEQUENCES: &[(&str, &str)] = &[
        ("shch", "щ"),
        ("sch", "щ"),
        ("yo", "ё"),
        ("jo", "ё"),
        ("yu", "ю"),
        ("ju", "ю"),
        ("ya", "я"),
        ("ja", "я"),
        ("ye", "е"),
        ("zh", "ж"),
        ("kh", "х"),
        ("ts", "ц"),
        ("ch", "ч"),
        ("sh", "ш"),
        ("iy", "ий"),
        ("yy", "ый"),
        ("ij", "ий"),
        ("yj", "ый"),
        ("ph", "ф"),
        ("ck", "к"),
    ];
    let text: String = text.chars().flat_map(lower_case).collect();
    let mut russian = String::with_capacity(text.len() * 2);
    let mut remaining = text.as_str();
    while let Some(letter) = remaining.chars().next() {
        if let Some((latin, cyrillic)) = SEQUENCES.iter().find(|(latin, _)| remaining.starts_with(latin)) {
            russian.push_str(cyrillic);
            remaining = &remaining[latin.len()..];
        } else {
            russian.push(russian_letter(letter, russian.chars().next_back()));
            remaining = &remaining[letter.len_utf8()..];
        }
    }
    russian
}

fn russian_letter(latin: char, before: Option<char>) -> char {
    let after_vowel = before.is_some_and(|before| "аеёиоуыэюя".contains(before));
    match latin {
        'a' => 'а',
        'b' => 'б',
        'c' => 'ц',
        'ç' => 'ч',
        'd' => 'д',
        'e' | 'ə' => 'е',
        'f' => 'ф',
        'g' | 'q' | 'ğ' => 'г',
        'h' | 'x' => 'х',
        'i' => 'и',
        'j' if after_vowel => 'й',
        'j' => 'ж',
        'k' => 'к',
        'l' => 'л',
        'm' => 'м',
        'n' => 'н',
        'o' | 'ö' => 'о',
        'p' => 'п',
        'r' => 'р',
        's' => 'с',
        'ş' => 'ш',
        't' => 'т',
        'u' | 'ü' => 'у',
        'v' | 'w' => 'в',
        'y' if after_vowel || before.is_none_or(char::is_whitespace) => 'й',
        'y' | 'ı' => 'ы',
        'z' => 'з',
        '\'' => 'ь',
        other => other,
    }
}

/// As in shokolad, uwaq, u6aq and 4i4ek.
pub fn replace_digraphs(text: &str) -> String {
    let letters: Vec<char> = text.chars().flat_map(lower_case).collect();
    let mut plain = String::with_capacity(text.len());
    let mut index = 0;
    while let Some(letter) = letters.get(index) {
        let (before, next) = (index.checked_sub(1).and_then(|index| letters.get(index)), letters.get(index + 1));
        // Digits in numbers stay as they are.
        let in_word = [before, next].into_iter().flatten().any(|letter| letter.is_alphabetic())
            && ![before, next].into_iter().flatten().any(char::is_ascii_digit);
        let (replacement, length) = match (letter, next) {
            ('s', Some('h')) => ('ş', 2),
            ('c', Some('h')) => ('ç', 2),
            ('g', Some('h')) => ('ğ', 2),
            ('k', Some('h')) => ('x', 2),
            ('z', Some('h')) => ('j', 2),
            ('w', _) => ('ş', 1),
            ('6', _) if in_word => ('ş', 1),
            ('4', _) if in_word => ('ç', 1),
            _ => (*letter, 1),
        };
        plain.push(replacement);
        index += length;
    }
    plain
}

fn lower_case(letter: char) -> impl Iterator<Item = char> {
    letter.to_lowercase().filter(|letter| *letter != '\u{307}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azerbaijani_to_latin_transliterates_cyrillic() {
        for (typed, expected) in
            [("һәдијјә", "hədiyyə"), ("ЧИЧӘК", "çiçək"), ("ҝүл", "gül"), ("гызыл үзүк", "qızıl üzük"), ("ҹиб", "cib")]
        {
            assert_eq!(azerbaijani_to_latin(typed), expected);
        }
        assert!(is_azerbaijani_cyrillic("ҝүл"));
        assert!(!is_azerbaijani_cyrillic("подарок"));
    }

    #[test]
    fn latin_to_russian_transliterates_latin_letters() {
        for (typed, expected) in [
            ("podarok", "подарок"),
            ("tsvety", "цветы"),
            ("igrushka", "игрушка"),
            ("chay", "чай"),
            ("Shokolad", "шоколад"),
            ("rozy", "розы"),
            ("zhenskiy", "женский"),
            ("krasnyj", "красный"),
            ("duxi", "духи"),
            ("yabloko", "яблоко"),
        ] {
            assert_eq!(latin_to_russian(typed), expected, "{typed}");
        }
    }

    #[test]
    fn replace_digraphs_replaces_letter_pairs_and_digits() {
        for (typed, expected) in [
            ("shokolad", "şokolad"),
            ("chanta", "çanta"),
            ("uwaq", "uşaq"),
            ("bagh", "bağ"),
            ("khali", "xali"),
            ("u6aq", "uşaq"),
            ("4i4ek", "çiçek"),
            ("iphone 64 gb", "iphone 64 gb"),
            ("64gb", "64gb"),
            ("İPHONE", "iphone"),
        ] {
            assert_eq!(replace_digraphs(typed), expected, "{typed}");
        }
    }
}
