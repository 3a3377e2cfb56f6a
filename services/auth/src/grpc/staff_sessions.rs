use anyhow::Context as _;
use kit::{Error, Result, identity::STEP_UP_TTL};
use proto::{
    auth::{
        BeginStaffSessionRequest, BeginStepUpRequest, FirstFactor, OpenStaffSessionRequest, RefreshRequest,
        StaffChallenge, StaffSession, staff_sessions_server,
    },
    json::to_timestamp,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        refresh::refresh,
        second_factor::Proof,
        second_factors::require_factor,
        staff_sessions::{self, OpenedSession},
    },
    domain::{second_factor::RecoveryCode, session_kind::SessionKind, token::Token},
    grpc::{
        accounts::into_user,
        second_factors::{into_totp_secret, parse_code},
        sessions::parse_credentials,
        signed_in, visitor_of,
    },
};

pub struct StaffSessions(pub App);

#[tonic::async_trait]
impl staff_sessions_server::StaffSessions for StaffSessions {
    async fn begin(&self, request: Request<BeginStaffSessionRequest>) -> Result<Response<StaffChallenge>, Status> {
        let BeginStaffSessionRequest { login, password, device } = request.get_ref();
        let credentials = parse_credentials(login, password)?;
        let visitor = visitor_of(&request).in_browser(device.as_deref());
        let challenge = staff_sessions::begin(&self.0, &visitor, credentials).await?;
        Ok(Response::new(into_challenge(challenge)?))
    }

    async fn open(&self, request: Request<OpenStaffSessionRequest>) -> Result<Response<StaffSession>, Status> {
        let (token, proof) = parse_proof(request.get_ref())?;
        let opened = staff_sessions::open(&self.0, &visitor_of(&request), token.as_ref(), &proof).await?;
        Ok(Response::new(into_session(opened)?))
    }

    async fn refresh(&self, request: Request<RefreshRequest>) -> Result<Response<StaffSession>, Status> {
        let token = Token::parse(&request.get_ref().refresh_token).ok_or_else(Error::unauthenticated)?;
        let (account, tokens) = refresh(&self.0, SessionKind::Staff, &token, visitor_of(&request).device).await?;
        Ok(Response::new(into_session(OpenedSession { account, tokens, recovery_codes: Vec::new() })?))
    }

    async fn begin_step_up(&self, request: Request<BeginStepUpRequest>) -> Result<Response<StaffChallenge>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        require_factor(&caller)?;
        let challenge = staff_sessions::begin_step_up(&self.0, &caller).await?;
        Ok(Response::new(into_challenge(challenge)?))
    }

    async fn step_up(&self, request: Request<OpenStaffSessionRequest>) -> Result<Response<StaffSession>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        require_factor(&caller)?;
        let (token, proof) = parse_proof(request.get_ref())?;
        let opened = staff_sessions::step_up(&self.0, &caller, token.as_ref(), &proof).await?;
        Ok(Response::new(into_session(opened)?))
    }
}

/// A malformed token is refused later, like an unknown one.
fn parse_proof(request: &OpenStaffSessionRequest) -> Result<(Option<Token>, Proof)> {
    let OpenStaffSessionRequest { challenge_token, totp_code, passkey, recovery_code } = request;
    if challenge_token.is_empty() {
        return Err(Error::invalid("challengeToken", "required"));
    }
    let proof = match (totp_code, passkey, recovery_code) {
        (Some(code), None, None) => Proof::Totp(parse_code("totpCode", code)?.to_owned()),
        (None, Some(credential), None) => Proof::Passkey(credential.clone()),
        (None, None, Some(code)) => Proof::Recovery(RecoveryCode::parse(parse_code("recoveryCode", code)?)),
        (None, None, None) => return Err(Error::invalid("totpCode", "required")),
        _ => return Err(Error::invalid("totpCode", "invalid")),
    };
    Ok((Token::parse(challenge_token), proof))
}

fn into_challenge(challenge: staff_sessions::StaffChallenge) -> Result<StaffChallenge> {
    let first_factor = match challenge.first {
        Some(first) => {
            let totp = Some(into_totp_secret(&first.totp, &first.account_name)?);
            Some(FirstFactor { totp, passkey_options: first.passkey_options })
        }
        None => None,
    };
    Ok(StaffChallenge {
        challenge_token: challenge.token.reveal(),
        has_totp: challenge.has_totp,
        has_recovery_codes: challenge.has_recovery_codes,
        passkey_options: challenge.passkey_options,
        first_factor,
    })
}

fn into_session(opened: OpenedSession) -> Result<StaffSession> {
    let OpenedSession { account, tokens, recovery_codes } = opened;
    let checked = account.second_factor_at.zip(account.csrf_token.clone());
    let (factor_at, csrf_token) =
        checked.context("a session of staff has no second factor").map_err(Error::Internal)?;
    Ok(StaffSession {
        user: Some(into_user(account)),
        access_token: tokens.access,
        refresh_token: tokens.refresh,
        expires_in: tokens.expires_in,
        csrf_token,
        step_up_at: Some(to_timestamp(factor_at + STEP_UP_TTL)),
        recovery_codes,
    })
}
