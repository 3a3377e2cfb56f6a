//! Client of the auth service, called with the caller's own access token.

use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{MeRequest, accounts_client::AccountsClient};
use tonic::{Code, Status};

use crate::domain::review;

#[derive(Clone)]
pub struct Accounts(AccountsClient<Channel>);

pub struct Profile {
    /// For example `Aysel M.`.
    pub display_name: String,
    pub is_blogger: bool,
}

impl Accounts {
    pub fn new(channel: Channel) -> Self {
        Self(AccountsClient::new(channel))
    }

    /// The call is idempotent, so it is retried.
    pub async fn me(&self, caller: &CallContext) -> Result<Profile> {
        let response = client::retry(|| {
            let mut accounts = self.0.clone();
            let request = caller.sign(MeRequest {});
            async move { accounts.me(request).await }
        });

        let user = response.await.map_err(into_error)?.into_inner();

        Ok(Profile {
            display_name: review::display_name(&user.first_name, &user.last_name),
            is_blogger: user.is_blogger,
        })
    }
}

fn into_error(status: Status) -> Error {
    match status.code() {
        // The account was deleted, or the session ended after the token was signed.
        Code::Unauthenticated | Code::NotFound => Error::unauthenticated(),
        _ => Error::unavailable(anyhow::Error::new(status).context("the auth service did not answer")),
    }
}
