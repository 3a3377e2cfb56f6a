//! Builds trees from flat lists of categories.

use std::collections::HashMap;

pub trait Node {
    fn id(&self) -> i64;
    fn parent(&self) -> Option<i64>;
}

/// Builds a tree from rows in sibling order; `grow` creates a node from a row and its children. Rows whose parent is
/// missing, and cycles, are left out.
pub fn nest<R: Node, T>(rows: Vec<R>, grow: impl Fn(R, Vec<T>) -> T) -> Vec<T> {
    let mut by_parent: HashMap<Option<i64>, Vec<R>> = HashMap::new();
    for row in rows {
        by_parent.entry(row.parent()).or_default().push(row);
    }
    take_children(&mut by_parent, None, &grow)
}

fn take_children<R: Node, T>(
    by_parent: &mut HashMap<Option<i64>, Vec<R>>,
    parent: Option<i64>,
    grow: &impl Fn(R, Vec<T>) -> T,
) -> Vec<T> {
    let rows = by_parent.remove(&parent).unwrap_or_default();
    rows.into_iter()
        .map(|row| {
            let children = take_children(by_parent, Some(row.id()), grow);
            grow(row, children)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row(i64, Option<i64>);

    impl Node for Row {
        fn id(&self) -> i64 {
            self.0
        }
        fn parent(&self) -> Option<i64> {
            self.1
        }
    }

    #[test]
    fn siblings_keep_their_order_and_orphans_and_cycles_are_left_out() {
        let rows =
            [(1, None), (5, Some(1)), (2, None), (3, Some(1)), (4, Some(3)), (9, Some(8)), (7, Some(6)), (6, Some(7))];
        let rows = rows.into_iter().map(|(id, parent)| Row(id, parent)).collect();
        let tree = nest(rows, |row, children: Vec<String>| format!("{}[{}]", row.0, children.join(" ")));
        assert_eq!(tree.join(" "), "1[5[] 3[4[]]] 2[]");
    }
}
