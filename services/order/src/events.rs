//! Published events. `account_events.rs` handles those of other services.

mod current;

use proto::order::DeliveredLine;

pub use current::Current;

use crate::db::order_line::LineCount;

pub fn lines_of(lines: &[LineCount]) -> Vec<DeliveredLine> {
    let lines = lines.iter().map(|line| DeliveredLine {
        product_id: line.key.product,
        size_id: line.key.size,
        count: line.count,
    });
    lines.collect()
}
