//! The auth service as this one sees it: where people are reached. What it answers is used at once and kept only in what waits
//! to be sent.

use std::collections::HashMap;

use kit::{
    Error, Language, Result,
    client::{self, Channel, OnBehalf},
};
use proto::auth::{ContactsRequest, contacts_client::ContactsClient};

#[derive(Clone)]
pub struct Auth(ContactsClient<Channel>);

/// It has no `Debug`, so that it cannot be logged by mistake.
pub struct Contact {
    /// Only one that its owner has proved to be theirs.
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    pub language: Language,
}

impl Auth {
    pub fn new(channel: Channel) -> Self {
        Self(ContactsClient::new(channel))
    }

    /// By account; whoever is no more is left out. At most 1,000 at once.
    pub async fn contacts(&self, accounts: Vec<i64>) -> Result<HashMap<i64, Contact>> {
        if accounts.is_empty() {
            return Ok(HashMap::new());
        }
        let request = ContactsRequest { account_ids: accounts };
        let answer = client::retry(|| {
            let (mut contacts, request) = (self.0.clone(), OnBehalf::default().sign(request.clone()));
            async move { contacts.of(request).await }
        });
        let found = answer.await.map_err(|status| {
            // The status alone: a message might repeat what was asked.
            Error::unavailable(anyhow::anyhow!("contacts cannot be asked for: {:?}", status.code()))
        })?;
        Ok(found.into_inner().contacts.into_iter().map(|found| (found.account_id, parse(found))).collect())
    }
}

fn parse(found: proto::auth::Contact) -> Contact {
    Contact {
        email: Some(found.email).filter(|email| found.email_verified && !email.is_empty()),
        phone: Some(found.phone_number).filter(|phone| !phone.is_empty()),
        language: Language::from_tag(&found.language).unwrap_or_default(),
    }
}
