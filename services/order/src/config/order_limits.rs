//! Settings of order limits.

use anyhow::ensure;
use kit::budget;

use crate::domain::order_limits::OrderLimits;

/// Cash orders that wait for confirmation, unpaid orders, and orders dropped within a day. In local mode, 0 switches a
/// limit off
#[derive(clap::Args)]
pub struct OrderLimitConfig {
    /// Open cash orders of an account without delivered orders; half as many more can be paid in advance
    #[arg(long = "order-limit-account", env = "ORDER_LIMIT_ACCOUNT", default_value_t = budget::ORDERS_BY_ACCOUNT.max)]
    pub account: u32,
    /// The same for a phone number of accounts, and for one of recipients
    #[arg(long = "order-limit-phone", env = "ORDER_LIMIT_PHONE", default_value_t = budget::ORDERS_BY_PHONE.max)]
    pub phone: u32,
    /// The same for a building, without dropped orders
    #[arg(long = "order-limit-address", env = "ORDER_LIMIT_ADDRESS", default_value_t = budget::ORDERS_TO_ADDRESS.max)]
    pub address: u32,
    /// The same for an IP address (a /64 network of IPv6), without dropped orders
    #[arg(long = "order-limit-network", env = "ORDER_LIMIT_NETWORK", default_value_t = budget::ORDERS_FROM_NETWORK.max)]
    pub network: u32,
}

impl OrderLimitConfig {
    pub fn limits(&self, is_local: bool) -> anyhow::Result<OrderLimits> {
        let Self { account, phone, address, network } = *self;
        let is_any_off = [account, phone, address, network].contains(&0);
        ensure!(is_local || !is_any_off, "ORDER_LIMIT_… = 0 is allowed in local mode only");
        Ok(OrderLimits { account, phone, address, network })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        limits: OrderLimitConfig,
    }

    #[test]
    fn limits_are_those_of_the_budgets_and_cannot_be_off_in_production() {
        let limits =
            |arguments: &[&str], is_local| Cli::parse_from([&["order"], arguments].concat()).limits.limits(is_local);
        assert_eq!(limits(&[], false).ok(), Some(OrderLimits::default()));
        let off = ["--order-limit-network", "0"];
        assert_eq!(limits(&off, true).ok(), Some(OrderLimits { network: 0, ..OrderLimits::default() }));
        assert!(limits(&off, false).is_err());
    }
}
