use kit::{Error, error::FieldError};
use proto::auth::{Contact, ContactList, ContactsRequest, FindByPhoneRequest, PhoneOwner, contacts_server};
use tonic::{Request, Response, Status};

use crate::{App, db, db::contact::ContactRow, domain::unused_account::unused_since};

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

    async fn find_by_phone(&self, request: Request<FindByPhoneRequest>) -> Result<Response<PhoneOwner>, Status> {
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let (phone, unused_since) = (&request.get_ref().phone_number, unused_since(self.0.clock.now()));
        let found = db::contact::find_by_phone(&mut connection, phone, unused_since).await;
        let owner = found.map_err(Error::from)?.map(|row| PhoneOwner {
            account_id: Some(row.account_id),
            is_blocked: row.is_blocked,
            birth_date: row.birth_date.map(|date| date.to_string()),
        });
        Ok(Response::new(owner.unwrap_or_default()))
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
