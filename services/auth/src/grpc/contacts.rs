use kit::{Error, error::FieldError};
use proto::auth::{Contact, ContactList, ContactsRequest, contacts_server};
use tonic::{Request, Response, Status};

use crate::{App, db, db::contact::ContactRow};

const MAX_ACCOUNTS: usize = 1_000;

pub struct Contacts(pub App);

#[tonic::async_trait]
impl contacts_server::Contacts for Contacts {
    async fn of(&self, request: Request<ContactsRequest>) -> Result<Response<ContactList>, Status> {
        let accounts = request.into_inner().account_ids;
        if accounts.len() > MAX_ACCOUNTS {
            return Err(Error::Invalid(vec![FieldError { field: "accountIds".into(), code: "too_many" }]).into());
        }
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::contact::find_all(&mut connection, &accounts).await.map_err(Error::from)?;
        Ok(Response::new(ContactList { contacts: rows.into_iter().map(into_contact).collect() }))
    }
}

fn into_contact(row: ContactRow) -> Contact {
    Contact {
        account_id: row.account_id,
        email: row.email.unwrap_or_default(),
        email_verified: row.email_verified,
        phone_number: row.phone_number,
        language: row.language,
    }
}
