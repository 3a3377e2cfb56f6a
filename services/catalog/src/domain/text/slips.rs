//! How many typing mistakes a word may hold: the longer, the more. Numbers hold none: 128 is not 129.

pub fn forgiven(folded: &str) -> u8 {
    if folded.chars().any(char::is_numeric) {
        return 0;
    }
    match folded.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_forgive_more() {
        for (word, slips) in
            [("gul", 0), ("saat", 1), ("hediyye", 1), ("oyuncaqlar", 2), ("цветы", 1), ("iphone15", 0), ("", 0)]
        {
            assert_eq!(forgiven(word), slips, "{word}");
        }
    }
}
