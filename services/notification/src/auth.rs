//! Loads e-mail addresses and phone numbers from the auth service. They are stored only in waiting deliveries.

use std::collections::HashMap;

use kit::{
    Error, Language, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{ContactsRequest, contacts_client::ContactsClient};

#[derive(Clone)]
pub struct Auth(ContactsClient<Channel>);

/// Contact data of an account. It has no `Debug`, so that it cannot be logged by mistake.
pub struct Contact {
    /// Only set when the address is verified.
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    pub language: Language,
}

impl Auth {
    pub fn new(channel: Channel) -> Self {
        Self(ContactsClient::new(channel))
    }

    /// Returns the contact data of at most 1,000 accounts, by account. Erased accounts are missing.
    pub async fn contacts(&self, accounts: Vec<i64>) -> Result<HashMap<i64, Contact>> {
        if accounts.is_empty() {
            return Ok(HashMap::new());
        }
        let request = ContactsRequest { account_ids: accounts };
        let response = client::retry(|| {
            let (mut contacts, request) = (self.0.clone(), CallContext::default().sign(request.clone()));
            async move { contacts.of(request).await }
        });
        let found = response.await.map_err(|status| {
            // The status alone: its message might contain personal data.
            Error::unavailable(anyhow::anyhow!("contacts could not be loaded: {:?}", status.code()))
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
