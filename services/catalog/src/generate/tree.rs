//! Generates a category tree with four levels, in the format of the demo's category files.

use serde_json::{Value, json};

use super::words::COLLECTIONS;

/// Children of the top category, and of each of its children.
const WIDTHS: [usize; 2] = [40, 12];

/// Fills the second and third level first; the fourth has the rest.
pub fn generate(count: usize) -> Value {
    let below_top_count = count.saturating_sub(1);
    let second_level_count = WIDTHS[0].min(below_top_count);
    let below_second_count = below_top_count - second_level_count;
    let third_level_count = (second_level_count * WIDTHS[1]).min(below_second_count);
    let fourth_level_count = below_second_count - third_level_count;

    let mut number = 0;
    let mut next_number = move || {
        number += 1;
        number
    };

    let top = next_number();
    let mut third_index = 0;
    let children = (0..second_level_count).map(|index| {
        let child_count = share(third_level_count, second_level_count, index);
        let children: Vec<_> = (0..child_count)
            .map(|_| {
                let grandchild_count = share(fourth_level_count, third_level_count, third_index);
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

/// Distributes `count` children evenly over `parents`. Returns how many the parent at `index` gets.
fn share(count: usize, parents: usize, index: usize) -> usize {
    (count * (index + 1)) / parents - (count * index) / parents
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
