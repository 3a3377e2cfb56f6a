use kit::{Error, permission};
use proto::auth::{MeRequest, User, accounts_server};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::sign_out::session_id,
    db::{self, account::AccountRow},
};

pub struct Accounts(pub App);

#[tonic::async_trait]
impl accounts_server::Accounts for Accounts {
    async fn me(&self, request: Request<MeRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let session = session_id(&caller)?;
        let query = db::account::SignedIn { account: caller.account, session, generation: caller.generation };
        let row = self.0.readers.accounts.load(query).await?;
        Ok(Response::new(row.map(into_user).ok_or_else(Error::unauthenticated)?))
    }
}

pub fn into_user(row: AccountRow) -> User {
    let permissions =
        permission::granted(row.session_roles().iter().map(String::as_str)).map(permission::name).collect();
    User {
        id: row.account_id,
        first_name: row.first_name,
        last_name: row.last_name,
        code: row.code,
        email: row.email,
        phone_number: row.phone_number,
        has_password: row.has_password,
        is_blogger: row.is_blogger,
        email_verified: row.email_verified,
        permissions,
        roles: row.roles,
        birth_date: row.birth_date.map(|date| date.to_string()),
        deletes_at: row.deletes_at.map(proto::json::to_timestamp),
        language: row.language,
        referral_code: row.referral_code,
    }
}
