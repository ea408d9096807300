//! Orders of one to seven items, as the TPC-H benchmark describes them.

use super::draw::Stream;

/// One item of an order.
pub(super) struct Item {
    pub(super) order: u32,
    pub(super) line: u32,
    /// The day of the order.
    pub(super) day: u32,
}

/// Days from the first order to the last.
const ORDER_DAYS: u32 = 2406;

/// Items order by order.
pub(super) fn items() -> impl Iterator<Item = Item> {
    let (size, day) = (Stream::new(100), Stream::new(101));
    (0u32..).flat_map(move |order| {
        let number = u64::from(order);
        let day = day.below(number, ORDER_DAYS);
        (0..=size.below(number, 7)).map(move |line| Item { order, line, day })
    })
}
