use kit::{Error, Result};
use proto::auth::{
    BeginTotpRequest, ConfirmTotpRequest, ListSecondFactorsRequest, RecoveryCodes, RemoveTotpRequest,
    RenewRecoveryCodesRequest, SecondFactorList, TotpSecret, second_factors_server,
};
use qrcode::{QrCode, render::svg};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        second_factor::Factors,
        second_factors::{self, require_factor},
    },
    domain,
    grpc::{signed_in, visitor_of},
};

/// Pixels: a phone can read the code at arm's length.
const QR_SIDE: u32 = 240;
/// In bytes. Longer codes are refused unread.
const MAX_CODE_LENGTH: usize = 64;

pub struct SecondFactors(pub App);

#[tonic::async_trait]
impl second_factors_server::SecondFactors for SecondFactors {
    async fn list(&self, request: Request<ListSecondFactorsRequest>) -> Result<Response<SecondFactorList>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        require_factor(&caller)?;
        let factors = second_factors::list(&self.0, caller.account).await?;
        Ok(Response::new(into_list(&factors)))
    }

    async fn begin_totp(&self, request: Request<BeginTotpRequest>) -> Result<Response<TotpSecret>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let new = second_factors::begin_totp(&self.0, &caller).await?;
        Ok(Response::new(into_totp_secret(&new.secret, &new.account_name)?))
    }

    async fn confirm_totp(&self, request: Request<ConfirmTotpRequest>) -> Result<Response<SecondFactorList>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let code = parse_code("totpCode", &request.get_ref().totp_code)?;
        let factors =
            second_factors::confirm_totp(&self.0, &caller, code.to_owned(), visitor_of(&request).device).await?;
        Ok(Response::new(into_list(&factors)))
    }

    async fn remove_totp(&self, request: Request<RemoveTotpRequest>) -> Result<Response<SecondFactorList>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let factors = second_factors::remove_totp(&self.0, &caller, visitor_of(&request).device).await?;
        Ok(Response::new(into_list(&factors)))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RecoveryCodes>, Status> {
        let caller = signed_in::caller(&self.0, &request).await?;
        let codes = second_factors::renew_recovery_codes(&self.0, &caller, visitor_of(&request).device).await?;
        Ok(Response::new(RecoveryCodes { codes }))
    }
}

/// Malformed text is refused later, like a wrong code.
pub fn parse_code<'a>(field: &'static str, code: &'a str) -> Result<&'a str> {
    match code.trim() {
        "" => Err(Error::invalid(field, "required")),
        code if code.len() > MAX_CODE_LENGTH => Err(Error::invalid(field, "too_long")),
        code => Ok(code),
    }
}

fn into_list(factors: &Factors) -> SecondFactorList {
    SecondFactorList { has_totp: factors.has_totp, recovery_codes_left: factors.recovery_codes }
}

pub fn into_totp_secret(secret: &domain::second_factor::TotpSecret, account_name: &str) -> Result<TotpSecret> {
    let url = secret.url(account_name).map_err(Error::Internal)?;
    let code = QrCode::new(&url).map_err(Error::internal)?;
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(QR_SIDE, QR_SIDE).build();
    // The XML declaration is not allowed inside a page.
    let qr_svg = drawn.find("<svg").map_or_else(String::new, |start| drawn[start..].to_owned());
    Ok(TotpSecret { secret: secret.to_base32(), url, qr_svg })
}
