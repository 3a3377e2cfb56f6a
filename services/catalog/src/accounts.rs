//! Client of the auth service. Reviews, replies and bloggers' lists show their author's name; this module loads that
//! name and the role of the account, with the caller's own access token.

use kit::{
    Error, Result,
    client::{self, CallContext, Channel},
};
use proto::auth::{MeRequest, accounts_client::AccountsClient};
use tonic::{Code, Status};

use crate::domain::review;

/// Client of the auth service. Clones share one connection.
#[derive(Clone)]
pub struct Accounts(AccountsClient<Channel>);

/// The data of the caller's account that the catalogue needs.
pub struct Profile {
    /// First name and initial of the last name, for example `Aysel M.`.
    pub display_name: String,
    /// Whether the account may publish lists of products.
    pub is_blogger: bool,
}

impl Accounts {
    pub fn new(channel: Channel) -> Self {
        Self(AccountsClient::new(channel))
    }

    /// Returns the profile of the caller's account. The call is idempotent, so it is retried.
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

/// Maps a failed call to the error that the client of the catalogue receives.
fn into_error(status: Status) -> Error {
    match status.code() {
        // The account was deleted, or the session ended after the token was signed.
        Code::Unauthenticated | Code::NotFound => Error::unauthenticated(),
        _ => Error::unavailable(anyhow::Error::new(status).context("the auth service did not answer")),
    }
}
