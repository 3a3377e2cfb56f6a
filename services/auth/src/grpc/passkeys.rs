use kit::{
    Error, Result,
    input::{id, text},
};
use proto::{
    auth::{
        BeginPasskeyRequest, BeginPasskeySignInRequest, ListPasskeysRequest, Passkey, PasskeyChallenge, PasskeyList,
        PasskeySignInRequest, RegisterPasskeyRequest, RemovePasskeyRequest, Session, passkeys_server,
    },
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::passkeys,
    db::passkey::PasskeyRow,
    domain::{password::Password, token::Token},
    grpc::{sessions::into_session, signed_in, visitor_of},
    relying_party::SignInCredential,
};

/// In characters.
const NAME: std::ops::RangeInclusive<usize> = 1..=60;

pub struct Passkeys(pub App);

#[tonic::async_trait]
impl passkeys_server::Passkeys for Passkeys {
    async fn begin_registration(
        &self,
        request: Request<BeginPasskeyRequest>,
    ) -> Result<Response<PasskeyChallenge>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let password = parse_password(request.get_ref().password.as_deref())?;
        let challenge = passkeys::begin_registration(&self.0, &caller, password).await?;
        Ok(Response::new(into_challenge(challenge)))
    }

    async fn register(&self, request: Request<RegisterPasskeyRequest>) -> Result<Response<PasskeyList>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let RegisterPasskeyRequest { challenge_token, passkey, name } = request.get_ref();
        let name = text(name, NAME).map_err(|code| Error::invalid("name", code))?;
        let token = Token::parse(challenge_token);
        let rows =
            passkeys::register(&self.0, &caller, token.as_ref(), passkey, &name, visitor_of(&request).device).await?;
        Ok(Response::new(into_list(rows)))
    }

    async fn list(&self, request: Request<ListPasskeysRequest>) -> Result<Response<PasskeyList>, Status> {
        let owner = signed_in::owner(&self.0, &request).await?;
        Ok(Response::new(into_list(passkeys::list(&self.0, owner).await?)))
    }

    async fn remove(&self, request: Request<RemovePasskeyRequest>) -> Result<Response<PasskeyList>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let passkey = id(request.get_ref().id, "passkey_not_found")?;
        let password = parse_password(request.get_ref().password.as_deref())?;
        let rows = passkeys::remove(&self.0, &caller, passkey, password, visitor_of(&request).device).await?;
        Ok(Response::new(into_list(rows)))
    }

    async fn begin_sign_in(
        &self,
        request: Request<BeginPasskeySignInRequest>,
    ) -> Result<Response<PasskeyChallenge>, Status> {
        let challenge = passkeys::begin_sign_in(&self.0, &visitor_of(&request)).await?;
        Ok(Response::new(into_challenge(challenge)))
    }

    async fn sign_in(&self, request: Request<PasskeySignInRequest>) -> Result<Response<Session>, Status> {
        let PasskeySignInRequest { challenge_token, passkey, device } = request.get_ref();
        let credential = SignInCredential::parse(passkey)?;
        let visitor = visitor_of(&request).in_browser(device.as_deref());
        let token = Token::parse(challenge_token);
        let (account, tokens) = passkeys::sign_in(&self.0, &visitor, token.as_ref(), &credential).await?;
        Ok(Response::new(into_session(account, tokens)))
    }
}

fn parse_password(raw: Option<&str>) -> Result<Option<Password>> {
    raw.map(Password::parse).transpose().map_err(|code| Error::invalid("password", code))
}

fn into_challenge(challenge: passkeys::PasskeyChallenge) -> PasskeyChallenge {
    PasskeyChallenge { challenge_token: challenge.token.reveal(), options: challenge.options }
}

fn into_list(rows: Vec<PasskeyRow>) -> PasskeyList {
    let into_passkey = |row: PasskeyRow| Passkey {
        id: row.passkey_id,
        name: row.name,
        created_at: Some(to_timestamp(row.created_at)),
        last_used_at: row.last_used_at.map(to_timestamp),
    };
    PasskeyList { passkeys: rows.into_iter().map(into_passkey).collect() }
}
