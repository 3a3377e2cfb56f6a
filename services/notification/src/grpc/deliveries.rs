//! Accepts messages of other services. They are validated completely, because they are sent later, when errors can no
//! longer reach the caller.

use chrono::{DateTime, Utc};
use kit::{Language, Result, input::Checks};
use proto::{
    common::Done,
    notification::{Channel as PbChannel, TakeDeliveryRequest, deliveries_server},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::{
    app::accept::{Submission, accept},
    domain::{DeliveryChannel, Recipient, Template, fits_channel},
    sender::Sender,
    values::Values,
};

pub struct Deliveries(pub Sender);

#[tonic::async_trait]
impl deliveries_server::Deliveries for Deliveries {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        let submission = parse(request.into_inner(), self.0.app.clock.now())?;
        accept(&self.0, submission).await?;
        Ok(Response::new(Done {}))
    }
}

fn parse(request: TakeDeliveryRequest, now: DateTime<Utc>) -> Result<Submission> {
    let mut checks = Checks::default();
    let id = checks.take("id", Uuid::parse_str(&request.id).map_err(|_| "invalid"));
    let channel = checks.take("channel", parse_channel(request.channel()).ok_or("unknown_value"));
    let recipient =
        channel.and_then(|channel| checks.take("to", Recipient::parse(&request.to, channel).ok_or("invalid")));
    let template = Template::from_key(&request.template)
        .filter(|template| channel.is_none_or(|channel| fits_channel(*template, channel)))
        .ok_or("unknown_value");
    let template = checks.take("template", template);
    let language = Language::ALL.into_iter().find(|language| language.code() == request.language);
    let language = checks.take("language", language.ok_or("unknown_value"));
    let expires_at =
        checks.take("expiresAt", parse_timestamp(request.expires_at).filter(|at| *at > now).ok_or("out_of_range"));
    let values = template
        .and_then(|template| checks.take("values", parse_values(template, request.values.into_iter().collect())));
    checks.finish()?;

    let submission = || {
        Some(Submission {
            id: id?,
            channel: channel?,
            recipient: recipient?,
            template: template?,
            language: language?,
            values: values?,
            expires_at: expires_at?,
        })
    };
    submission().ok_or_else(|| kit::Error::internal(anyhow::anyhow!("a field is missing although every check passed")))
}

fn parse_channel(channel: PbChannel) -> Option<DeliveryChannel> {
    match channel {
        PbChannel::Unspecified => None,
        PbChannel::Sms => Some(DeliveryChannel::Sms),
        PbChannel::Email => Some(DeliveryChannel::Email),
    }
}

/// Drops values that the template does not need.
fn parse_values(template: Template, mut values: Values) -> Result<Values, &'static str> {
    let mut kept = Values::new();
    for (name, kind) in template.values() {
        let (name, value) = values.remove_entry(*name).ok_or("required")?;
        if !kind.is_valid(&value) {
            return Err("invalid");
        }
        kept.insert(name, value);
    }
    Ok(kept)
}

fn parse_timestamp(timestamp: Option<prost_types::Timestamp>) -> Option<DateTime<Utc>> {
    let timestamp = timestamp?;
    DateTime::from_timestamp(timestamp.seconds, u32::try_from(timestamp.nanos).ok()?)
}
