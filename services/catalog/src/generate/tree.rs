//! Generates a category tree of any size: wide at the top, as deep as the demo's files.

use serde_json::{Value, json};

use super::words::COLLECTIONS;

/// Number of children at the first two levels.
const WIDTHS: [usize; 2] = [40, 12];

/// Exactly `count` categories including the top one, filled level by level.
pub fn grow(count: usize) -> Value {
    let mut left = count.saturating_sub(1);
    let second = WIDTHS[0].min(left);
    left -= second;
    let third = (second * WIDTHS[1]).min(left);
    left -= third;
    let mut number = 0;
    let mut name = move || {
        number += 1;
        number
    };
    let top = name();
    let share = |all: usize, among: usize, place: usize| (all * (place + 1)) / among - (all * place) / among;
    let mut before = 0;
    let branches = (0..second).map(|place| {
        let twigs = share(third, second, place);
        let children: Vec<_> = (0..twigs)
            .map(|_| {
                let leaves = share(left, third, before);
                before += 1;
                let own = name();
                let children: Vec<_> = (0..leaves).map(|_| category(name(), &[])).collect();
                category(own, &children)
            })
            .collect();
        category(name(), &children)
    });
    let branches = branches.collect::<Vec<_>>();
    category(top, &branches)
}

fn category(number: usize, children: &[Value]) -> Value {
    let texts = &COLLECTIONS[number % COLLECTIONS.len()];
    let numbered = |text: &str| format!("{text} {number}");
    let name = json!({
        "az": numbered(&texts.az),
        "ru": texts.ru.as_deref().map(numbered),
        "en": texts.en.as_deref().map(numbered),
    });
    json!({"slug": format!("kateqoriya-{number}"), "name": name, "children": children})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(category: &Value) -> usize {
        1 + category["children"].as_array().unwrap().iter().map(count).sum::<usize>()
    }

    #[test]
    fn tree_has_the_requested_number_of_categories() {
        for wanted in [1, 2, 41, 42, 500, 521, 522, 5_000] {
            assert_eq!(count(&grow(wanted)), wanted);
        }
    }
}
