//! Loads contact data from the auth service.

use std::collections::HashMap;

use kit::{
    Error, Language, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{ContactsRequest, contacts_client::ContactsClient};

#[derive(Clone)]
pub struct Auth(ContactsClient<Channel>);

/// No `Debug`, so that contact data is not logged by mistake.
pub struct Contact {
    /// Only if verified.
    pub email: Option<String>,
    /// In E.164 format.
    pub phone: Option<String>,
    pub language: Language,
}

impl Auth {
    pub fn new(channel: Channel) -> Self {
        Self(ContactsClient::new(channel))
    }

    /// Accepts at most 1,000 accounts. Erased ones are missing from the result.
    pub async fn contacts(&self, accounts: Vec<i64>) -> Result<HashMap<i64, Contact>> {
        if accounts.is_empty() {
            return Ok(HashMap::new());
        }
        let request = ContactsRequest { account_ids: accounts };
        let response = client::retry(|| {
            let (mut contacts, request) = (self.0.clone(), CallContext::default().sign(request.clone()));
            async move { contacts.of(request).await }
        });
        let contacts = response.await.map_err(|status| {
            // The message might contain personal data.
            Error::unavailable(anyhow::anyhow!("contacts could not be loaded: {:?}", status.code()))
        })?;
        Ok(contacts.into_inner().contacts.into_iter().map(|contact| (contact.account_id, parse(contact))).collect())
    }
}

fn parse(contact: proto::auth::Contact) -> Contact {
    Contact {
        email: Some(contact.email).filter(|email| contact.email_verified && !email.is_empty()),
        phone: Some(contact.phone_number).filter(|phone| !phone.is_empty()),
        language: Language::from_tag(&contact.language).unwrap_or_default(),
    }
}
