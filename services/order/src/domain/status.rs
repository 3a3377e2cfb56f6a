//! Delivery statuses of an order, or of one store's part.

/// In the order of a delivery, which matters for comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Waiting,
    Confirmed,
    SearchingCourier,
    CourierAppointed,
    HandedToCourier,
    OnTheWay,
    Delivered,
    Cancelled,
    Returned,
}

use Status::{
    Cancelled, Confirmed, CourierAppointed, Delivered, HandedToCourier, OnTheWay, Returned, SearchingCourier, Waiting,
};

impl Status {
    pub const ALL: [Self; 9] = [
        Waiting,
        Confirmed,
        SearchingCourier,
        CourierAppointed,
        HandedToCourier,
        OnTheWay,
        Delivered,
        Cancelled,
        Returned,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Waiting => "waiting",
            Confirmed => "confirmed",
            SearchingCourier => "searching_courier",
            CourierAppointed => "courier_appointed",
            HandedToCourier => "handed_to_courier",
            OnTheWay => "on_the_way",
            Delivered => "delivered",
            Cancelled => "cancelled",
            Returned => "returned",
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }

    /// A courier may drop out and be searched again. Delivered goods are returned only by a refund.
    pub fn next_statuses(self) -> &'static [Self] {
        match self {
            Waiting => &[Confirmed, Cancelled],
            Confirmed => &[SearchingCourier, Cancelled],
            SearchingCourier => &[CourierAppointed, Cancelled],
            CourierAppointed => &[HandedToCourier, SearchingCourier, Cancelled],
            HandedToCourier => &[OnTheWay, Returned],
            OnTheWay => &[Delivered, Returned],
            Delivered | Cancelled | Returned => &[],
        }
    }

    pub fn is_final(self) -> bool {
        matches!(self, Delivered | Cancelled | Returned)
    }

    /// Shoppers can cancel until a courier is appointed.
    pub fn is_cancellable(self) -> bool {
        matches!(self, Waiting | Confirmed | SearchingCourier)
    }

    /// Returns the status of the slowest part that is neither cancelled nor returned. Without such a part, one returned
    /// part makes the order `Returned`.
    pub fn of_parts(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let (ended, coming): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.has_dropped_out());
        let slowest = coming.into_iter().min();
        // `Returned` is above `Cancelled`.
        slowest.or_else(|| ended.into_iter().max())
    }

    fn has_dropped_out(self) -> bool {
        matches!(self, Cancelled | Returned)
    }
}

/// Moves a part with the whole order. A part that is further along stays. Returns `None` if the part cannot follow.
pub fn moved(part: Status, to: Status) -> Option<Status> {
    if part == to || part.next_statuses().contains(&to) {
        return Some(to);
    }
    let is_further = part > to && !to.has_dropped_out();
    (part.has_dropped_out() || is_further).then_some(part)
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;

    #[test]
    fn statuses_follow_one_another_step_by_step() {
        let mut status = Waiting;
        for next in [Confirmed, SearchingCourier, CourierAppointed, HandedToCourier, OnTheWay, Delivered] {
            assert!(status.next_statuses().contains(&next));
            let mut later_steps = Status::ALL.iter().filter(|other| **other > next && **other <= Delivered);
            assert!(later_steps.all(|later| !status.next_statuses().contains(later)));
            status = next;
        }
        assert!(Status::ALL.into_iter().all(|status| status.is_final() == status.next_statuses().is_empty()));
        assert!(
            Status::ALL
                .into_iter()
                .all(|status| !status.is_cancellable() || status.next_statuses().contains(&Cancelled))
        );
        assert!(Status::ALL.into_iter().all(|status| Status::of_key(status.key()) == Some(status)));
    }

    proptest! {
        #[test]
        fn the_status_of_an_order_follows_its_parts(parts in prop::collection::vec(select(&Status::ALL), 1..6)) {
            let order = Status::of_parts(parts.iter().copied()).unwrap();
            prop_assert!(parts.contains(&order));
            let coming: Vec<_> = parts.iter().filter(|part| **part <= Delivered).collect();
            if let Some(slowest) = coming.iter().min() {
                prop_assert_eq!(order, **slowest);
            } else {
                prop_assert_eq!(order == Returned, parts.contains(&Returned));
            }
        }

        #[test]
        fn moving_an_order_moves_no_part_backwards_except_to_search_a_courier_again(
            part in select(&Status::ALL), to in select(&Status::ALL),
        ) {
            if let Some(after) = moved(part, to) {
                prop_assert!(after == part || part.next_statuses().contains(&after));
            }
        }
    }

    #[test]
    fn no_parts_have_no_status() {
        assert_eq!(Status::of_parts([]), None);
    }
}
