//! Generates a category tree: wide at the top, as deep as the demo's files.

use serde_json::{Value, json};

use super::words::COLLECTIONS;

/// Number of children at the first two levels.
const WIDTHS: [usize; 2] = [40, 12];

/// Generates exactly `count` categories including the top one. Two levels are filled first; the last level takes the
/// rest.
pub fn generate(count: usize) -> Value {
    let mut remaining = count.saturating_sub(1);
    let second = WIDTHS[0].min(remaining);
    remaining -= second;
    let third = (second * WIDTHS[1]).min(remaining);
    remaining -= third;
    let mut number = 0;
    let mut next_number = move || {
        number += 1;
        number
    };
    let top = next_number();
    // Number of children of the parent at `index`, distributed evenly.
    let share =
        |count: usize, parents: usize, index: usize| (count * (index + 1)) / parents - (count * index) / parents;
    let mut third_index = 0;
    let children = (0..second).map(|index| {
        let child_count = share(third, second, index);
        let children: Vec<_> = (0..child_count)
            .map(|_| {
                let grandchild_count = share(remaining, third, third_index);
                third_index += 1;
                let child = next_number();
                let children: Vec<_> = (0..grandchild_count).map(|_| category(next_number(), &[])).collect();
                category(child, &children)
            })
            .collect();
        category(next_number(), &children)
    });
    let children = children.collect::<Vec<_>>();
    category(top, &children)
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
        // 521 = 1 + 40 + 40 × 12 is full without the last level.
        for requested in [1, 2, 41, 42, 500, 521, 522, 5_000] {
            assert_eq!(count(&generate(requested)), requested);
        }
    }
}
