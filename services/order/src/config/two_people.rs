//! Settings of second approvals.

use crate::domain::two_people::TwoPeopleLimits;

const QEPIK_PER_MANAT: i64 = 100;

#[derive(clap::Args)]
pub struct TwoPeopleConfig {
    /// Refunds of this value or more, money and bonuses together, need the approval of two members of staff. In ₼; 0
    /// means every refund
    #[arg(long, env, default_value_t = 500)]
    pub refund_two_people_from: u32,
    /// Cash-outs of this amount or more need the approval of two members of staff. In ₼; 0 means every cash-out
    #[arg(long, env, default_value_t = 500)]
    pub payout_two_people_from: u32,
}

impl TwoPeopleConfig {
    /// In qəpik.
    pub fn limits(&self) -> TwoPeopleLimits {
        let qepik = |manat: u32| i64::from(manat) * QEPIK_PER_MANAT;
        TwoPeopleLimits { refund: qepik(self.refund_two_people_from), cashout: qepik(self.payout_two_people_from) }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        two_people: TwoPeopleConfig,
    }

    #[test]
    fn amounts_are_in_manat_and_zero_means_every_payment() {
        let limits = |arguments: &[&str]| Cli::parse_from([&["order"], arguments].concat()).two_people.limits();
        assert_eq!(limits(&[]), TwoPeopleLimits { refund: 50_000, cashout: 50_000 });
        let other = ["--refund-two-people-from", "0", "--payout-two-people-from", "1000"];
        assert_eq!(limits(&other), TwoPeopleLimits { refund: 0, cashout: 100_000 });
    }
}
