/// Returns the words of `text` in lower-case Latin letters. Characters without a transliteration separate words.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match transliterate(letter) {
            Some(latin) => word.push_str(latin),
            // `İ` in lower case is `i` followed by U+0307. Soft and hard signs have no sound.
            None if letter == '\u{307}' || letter == 'ь' || letter == 'ъ' => {}
            None if letter.is_ascii_alphanumeric() => word.push(letter),
            None => words.push(std::mem::take(&mut word)),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

fn transliterate(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ə' | 'э' | 'е' | 'ё' => "e",
        'ğ' | 'г' => "g",
        'ı' | 'и' | 'ы' => "i",
        'ö' | 'о' => "o",
        'ü' | 'у' => "u",
        'ç' | 'ч' => "c",
        'ş' | 'ш' | 'щ' | 'с' => "s",
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'д' => "d",
        'ж' => "j",
        'з' => "z",
        'й' => "y",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'п' => "p",
        'р' => "r",
        'т' => "t",
        'ф' => "f",
        'х' => "x",
        'ц' => "ts",
        'ю' => "yu",
        'я' => "ya",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_transliterate_to_the_same_words() {
        assert_eq!(words("İçərişəhər, Nizami küç."), ["iceriseher", "nizami", "kuc"]);
        assert_eq!(words("ул. Низами"), ["ul", "nizami"]);
        assert_eq!(words("Nizami"), words("НИЗАМИ"));
        assert_eq!(words("12-A"), ["12", "a"]);
        assert_eq!(words("李"), Vec::<String>::new());
    }
}
