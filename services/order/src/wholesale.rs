//! The settings of wholesale.

use kit::client::{CallContext, Channel};
use proto::notification::{TakeDeliveryRequest, deliveries_client::DeliveriesClient};
use tonic::Status;

use crate::domain::wholesale::link::LinkKey;

#[derive(Clone)]
pub struct Wholesale {
    /// Derives the secrets in customers' links.
    pub link_key: LinkKey,
    /// Working days to pay an accepted quote.
    pub payment_days: u32,
    /// `None` if wholesale is paid by card only.
    pub seller: Option<Seller>,
    pub mail: Mail,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seller {
    pub name: String,
    /// The Azerbaijani taxpayer number.
    pub voen: String,
    pub bank: String,
    pub bank_code: String,
    pub swift: String,
    pub iban: String,
}

impl Seller {
    /// Fictitious data for local mode.
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

#[derive(Clone)]
pub struct Mail(DeliveriesClient<Channel>);

impl Mail {
    pub fn new(channel: Channel) -> Self {
        Self(DeliveriesClient::new(channel))
    }

    /// Idempotent by the e-mail's id.
    pub async fn send(&self, email: TakeDeliveryRequest) -> Result<(), Status> {
        self.0.clone().take(CallContext::default().sign(email)).await.map(drop)
    }
}
