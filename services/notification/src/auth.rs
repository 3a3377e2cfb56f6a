//! Client of the auth service: loads the e-mail addresses and phone numbers of accounts. This service stores them only
//! in deliveries that wait to be sent.

use std::collections::HashMap;

use kit::{
    Error, Language, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{ContactsRequest, contacts_client::ContactsClient};

/// The client. Clones share its connections.
#[derive(Clone)]
pub struct Auth(ContactsClient<Channel>);

/// Contact data has no `Debug`, so that it cannot be logged by mistake.
pub struct Contact {
    /// The e-mail address, or `None` when it is missing or not verified.
    pub email: Option<String>,
    /// The number in E.164 format, as `+994501234567`.
    pub phone: Option<String>,
    pub language: Language,
}

impl Auth {
    pub fn new(channel: Channel) -> Self {
        Self(ContactsClient::new(channel))
    }

    /// Returns the contacts of at most 1,000 accounts. Erased accounts are missing.
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
            // The status's message might contain personal data.
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
