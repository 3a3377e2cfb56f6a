//! Builds a tree from rows with parents.

use std::collections::HashMap;

pub trait HasParent {
    fn id(&self) -> i64;
    fn parent_id(&self) -> Option<i64>;
}

/// Keeps sibling order. Leaves out cycles and rows whose parent is missing.
pub fn build_tree<R: HasParent, T>(rows: Vec<R>, make_node: impl Fn(R, Vec<T>) -> T) -> Vec<T> {
    let mut by_parent: HashMap<Option<i64>, Vec<R>> = HashMap::new();
    for row in rows {
        by_parent.entry(row.parent_id()).or_default().push(row);
    }
    take_children(&mut by_parent, None, &make_node)
}

fn take_children<R: HasParent, T>(
    by_parent: &mut HashMap<Option<i64>, Vec<R>>,
    parent: Option<i64>,
    make_node: &impl Fn(R, Vec<T>) -> T,
) -> Vec<T> {
    let rows = by_parent.remove(&parent).unwrap_or_default();
    rows.into_iter()
        .map(|row| {
            let children = take_children(by_parent, Some(row.id()), make_node);
            make_node(row, children)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id and parent.
    struct Row(i64, Option<i64>);

    impl HasParent for Row {
        fn id(&self) -> i64 {
            self.0
        }
        fn parent_id(&self) -> Option<i64> {
            self.1
        }
    }

    #[test]
    fn build_tree_keeps_sibling_order_and_skips_orphans_and_cycles() {
        // The parent of 9 is missing; 6 and 7 are parents of each other.
        let rows =
            [(1, None), (5, Some(1)), (2, None), (3, Some(1)), (4, Some(3)), (9, Some(8)), (7, Some(6)), (6, Some(7))];
        let rows = rows.into_iter().map(|(id, parent)| Row(id, parent)).collect();
        let tree = build_tree(rows, |row, children: Vec<String>| format!("{}[{}]", row.0, children.join(" ")));
        assert_eq!(tree.join(" "), "1[5[] 3[4[]]] 2[]");
    }
}
