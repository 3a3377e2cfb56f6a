//! What wholesale needs beside the database: the secret of its links, the account that invoices are paid to, and the way to the
//! notification service.

use kit::client::{Channel, OnBehalf};
use proto::notification::{TakeDeliveryRequest, deliveries_client::DeliveriesClient};
use tonic::Status;

use crate::domain::wholesale::link::LinkKey;

#[derive(Clone)]
pub struct Wholesale {
    pub link_key: LinkKey,
    /// Working days that an accepted quote may be paid in.
    pub payment_days: u32,
    /// `None` where wholesale is paid by card only.
    pub seller: Option<Seller>,
    pub mail: Mail,
}

/// Who an invoice is paid to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seller {
    pub name: String,
    pub voen: String,
    pub bank: String,
    pub bank_code: String,
    pub swift: String,
    pub iban: String,
}

impl Seller {
    /// A company and an account that do not exist, for local mode.
    pub fn demo() -> Self {
        Self {
            name: "Sovqat MMC (nümunə)".to_owned(),
            voen: "1234567890".to_owned(),
            bank: "Nümunə Bank ASC".to_owned(),
            bank_code: "000000".to_owned(),
            swift: "NABZAZ2X".to_owned(),
            iban: "AZ21NABZ00000000137010001944".to_owned(),
        }
    }
}

/// Hands letters over to the notification service.
#[derive(Clone)]
pub struct Mail(DeliveriesClient<Channel>);

impl Mail {
    pub fn new(channel: Channel) -> Self {
        Self(DeliveriesClient::new(channel))
    }

    /// The same letter may be handed over any number of times.
    pub async fn send(&self, letter: TakeDeliveryRequest) -> Result<(), Status> {
        self.0.clone().take(OnBehalf::default().sign(letter)).await.map(drop)
    }
}
