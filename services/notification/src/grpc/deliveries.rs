//! Taking messages over from other services. Whatever is wrong with one is said at once: later there is nobody to tell.

use chrono::{DateTime, Utc};
use kit::{Language, Result, input::Checks};
use proto::{
    common::Done,
    notification::{Channel as Way, TakeDeliveryRequest, deliveries_server},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::{
    app::take::{Order, take},
    domain::{Channel, Recipient, Template, may_go},
    post::Post,
    values::Values,
};

pub struct Deliveries(pub Post);

#[tonic::async_trait]
impl deliveries_server::Deliveries for Deliveries {
    async fn take(&self, request: Request<TakeDeliveryRequest>) -> Result<Response<Done>, Status> {
        let order = parse(request.into_inner(), self.0.app.clock.now())?;
        take(&self.0, order).await?;
        Ok(Response::new(Done {}))
    }
}

fn parse(request: TakeDeliveryRequest, now: DateTime<Utc>) -> Result<Order> {
    let mut checks = Checks::default();
    let id = checks.take("id", Uuid::parse_str(&request.id).map_err(|_| "invalid"));
    let channel = checks.take("channel", channel(request.channel()).ok_or("unknown_value"));
    let recipient =
        channel.and_then(|channel| checks.take("to", Recipient::parse(&request.to, channel).ok_or("invalid")));
    let template = Template::from_key(&request.template)
        .filter(|template| channel.is_none_or(|channel| may_go(*template, channel)))
        .ok_or("unknown_value");
    let template = checks.take("template", template);
    let language = Language::ALL.into_iter().find(|language| language.code() == request.language);
    let language = checks.take("language", language.ok_or("unknown_value"));
    let expires_at = checks.take("expiresAt", moment(request.expires_at).filter(|at| *at > now).ok_or("out_of_range"));
    let values =
        template.and_then(|template| checks.take("values", wanted(template, request.values.into_iter().collect())));
    checks.finish()?;
    let (Some(id), Some(channel), Some(recipient), Some(template), Some(language), Some(values), Some(expires_at)) =
        (id, channel, recipient, template, language, values, expires_at)
    else {
        return Err(kit::Error::internal(anyhow::anyhow!("a field is neither taken nor refused")));
    };
    Ok(Order { id, channel, recipient, template, language, values, expires_at })
}

fn channel(way: Way) -> Option<Channel> {
    match way {
        Way::Unspecified => None,
        Way::Sms => Some(Channel::Sms),
        Way::Email => Some(Channel::Email),
    }
}

/// What the template needs, each of its kind. What it does not need is not kept.
fn wanted(template: Template, mut values: Values) -> Result<Values, &'static str> {
    let mut kept = Values::new();
    for (name, kind) in template.wants() {
        let (name, value) = values.remove_entry(*name).ok_or("required")?;
        if !kind.fits(&value) {
            return Err("invalid");
        }
        kept.insert(name, value);
    }
    Ok(kept)
}

fn moment(timestamp: Option<prost_types::Timestamp>) -> Option<DateTime<Utc>> {
    let timestamp = timestamp?;
    DateTime::from_timestamp(timestamp.seconds, u32::try_from(timestamp.nanos).ok()?)
}
