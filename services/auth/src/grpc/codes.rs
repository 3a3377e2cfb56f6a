use kit::{
    Error, Language,
    input::{self, Checks},
};
use proto::auth::{
    CodeSent, CodeVerified, CountriesRequest, Country, CountryList, SendCodeRequest, Session, SignUpRequest,
    UnusedAccount, VerifyCodeRequest, codes_server,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        codes::{self, Verified},
        register::{AccountFlags, Registration},
        sign_up::sign_up,
    },
    domain::{
        country,
        otp::{self, Otp},
        phone::Phone,
        token::Token,
    },
    grpc::{
        accounts::into_user,
        emails::parse_email,
        passwords::{check_confirmation, parse_password},
        sessions::{into_session, into_tokens},
        visitor_of,
    },
};

/// In characters.
const MAX_NAME_LENGTH: usize = 60;

pub struct Codes(pub App);

#[tonic::async_trait]
impl codes_server::Codes for Codes {
    async fn countries(&self, request: Request<CountriesRequest>) -> Result<Response<CountryList>, Status> {
        let language = Language::from_metadata(request.metadata());
        let countries = country::all().map(|country| into_country(country, language)).collect();
        Ok(Response::new(CountryList { countries }))
    }

    async fn send(&self, request: Request<SendCodeRequest>) -> Result<Response<CodeSent>, Status> {
        let phone = parse_phone(&request.get_ref().phone_number);
        let phone = phone.map_err(|code| Error::invalid("phoneNumber", code))?;
        let visitor = visitor_of(&request).in_browser(request.get_ref().device.as_deref());
        let token = codes::send(&self.0, &visitor, &phone).await?;
        let rules = &self.0.code_rules;
        Ok(Response::new(CodeSent {
            expires_in: rules.ttl.num_seconds(),
            resend_in: rules.resend.num_seconds(),
            length: otp::LENGTH as i64,
            code_token: token.reveal(),
        }))
    }

    async fn verify(&self, request: Request<VerifyCodeRequest>) -> Result<Response<CodeVerified>, Status> {
        let mut checks = Checks::default();
        let phone = checks.take("phoneNumber", parse_phone(&request.get_ref().phone_number));
        let code = checks.take("otpCode", Otp::parse(&request.get_ref().otp_code));
        let token = checks.take("codeToken", parse_code_token(&request.get_ref().code_token)).flatten();
        checks.finish()?;
        let (phone, code) = phone.zip(code).ok_or_else(incomplete)?;
        let visitor = visitor_of(&request).in_browser(request.get_ref().device.as_deref());
        let verified = codes::verify(&self.0, &visitor, &phone, &code, token.as_ref()).await?;
        Ok(Response::new(into_verified(verified)))
    }

    async fn sign_up(&self, request: Request<SignUpRequest>) -> Result<Response<Session>, Status> {
        let visitor = visitor_of(&request).in_browser(request.get_ref().device.as_deref());
        let (registration, proof) = parse_sign_up(&self.0, request.get_ref(), visitor.language)?;
        let (account, tokens) = sign_up(&self.0, &visitor, &proof, &registration).await?;
        Ok(Response::new(into_session(account, tokens)))
    }
}

fn parse_sign_up(app: &App, request: &SignUpRequest, language: Language) -> kit::Result<(Registration, Token)> {
    let mut checks = Checks::default();
    let name = |raw| input::text(raw, 1..=MAX_NAME_LENGTH);
    let first_name = checks.take("firstName", name(&request.first_name));
    let last_name = checks.take("lastName", name(&request.last_name));
    let phone = checks.take("phoneNumber", parse_phone(&request.phone_number));
    let email = request.email.as_deref().and_then(|typed| checks.take("email", parse_email(typed)));
    let password = request.password.as_deref().and_then(|typed| {
        let password = checks.take("password", parse_password(app, typed, email.as_ref(), phone.as_ref()));
        let confirmation = request.password_confirmation.as_deref().unwrap_or_default();
        checks.take("passwordConfirmation", check_confirmation(typed, confirmation));
        password
    });
    checks.take("acceptTerms", if request.accept_terms { Ok(()) } else { Err("terms_required") });
    let proof = checks.take("verificationToken", Token::parse(&request.verification_token).ok_or("token_invalid"));
    checks.finish()?;
    let parsed = (|| {
        let (first_name, last_name) = (first_name?, last_name?);
        let (phone, flags) = (phone?, AccountFlags::default());
        Some((Registration { first_name, last_name, phone, email, password, language, flags }, proof?))
    })();
    parsed.ok_or_else(incomplete)
}

/// Malformed text becomes `None`, which is refused later like a token that belongs to no code.
pub fn parse_code_token(raw: &str) -> Result<Option<Token>, &'static str> {
    if raw.is_empty() { Err("required") } else { Ok(Token::parse(raw)) }
}

pub fn parse_phone(raw: &str) -> Result<Phone, &'static str> {
    match raw.trim() {
        "" => Err("required"),
        typed => Phone::parse(typed).ok_or("invalid_phone"),
    }
}

/// Never occurs, because the checks report every missing value.
fn incomplete() -> Error {
    Error::invalid("", "required")
}

fn into_country(country: &country::Country, language: Language) -> Country {
    Country {
        code: country.code.to_owned(),
        name: country.name(language).to_owned(),
        dial_code: format!("+{}", country.dial),
        mask: country.mask.to_owned(),
        example: country.example.to_owned(),
    }
}

fn into_verified(verified: Verified) -> CodeVerified {
    match verified {
        Verified::Session(account, tokens) => {
            let tokens = into_tokens(tokens);
            CodeVerified {
                user: Some(into_user(*account)),
                access_token: Some(tokens.access_token),
                refresh_token: Some(tokens.refresh_token),
                expires_in: Some(tokens.expires_in),
                ..CodeVerified::default()
            }
        }
        Verified::Proof(token) => CodeVerified { verification_token: Some(token.reveal()), ..CodeVerified::default() },
        Verified::Unused { owner, proof } => CodeVerified {
            verification_token: Some(proof.reveal()),
            unused_account: Some(UnusedAccount {
                has_password: owner.has_password,
                has_verified_email: owner.has_verified_email,
                has_passkey: owner.has_passkey,
            }),
            ..CodeVerified::default()
        },
    }
}
