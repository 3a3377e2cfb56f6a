//! A customer's preferences and push subscriptions. Unsubscribing by a link needs no sign-in, because the link is
//! signed.

use std::collections::BTreeSet;

use chrono::NaiveTime;
use kit::{Error, Language, Result, error::FieldError, input::Checks};
use proto::{
    common::Done,
    notification::{
        Digest as PbDigest, GetPreferencesRequest, NotificationPreferences, PushKeyRequest, PushServerKey,
        PushSubscription, QuietHours as PbQuietHours, RemovePushRequest, Topic as PbTopic, TopicChoice,
        UnsubscribeRequest, Unsubscribed, preferences_server,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    app, db,
    domain::{self, Digest, NotificationChannel, QuietHours, Topic},
    push::Subscription,
    sender::Sender,
    unsubscribe::Signer,
};

pub struct Preferences {
    pub sender: Sender,
    pub signer: Signer,
}

#[tonic::async_trait]
impl preferences_server::Preferences for Preferences {
    async fn get(&self, request: Request<GetPreferencesRequest>) -> Result<Response<NotificationPreferences>, Status> {
        let app = &self.sender.app;
        let account = app.identity.account(&request).await?;
        let mut connection = app.pool.acquire().await.map_err(Error::from)?;
        let preferences = db::preference::find_for(&mut connection, account).await.map_err(Error::from)?;
        Ok(Response::new(into_preferences(&preferences, Language::from_metadata(request.metadata()))))
    }

    async fn save(
        &self,
        request: Request<NotificationPreferences>,
    ) -> Result<Response<NotificationPreferences>, Status> {
        let app = &self.sender.app;
        let account = app.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let update = parse(&request.into_inner())?;
        let saved = app::preferences::save(app, account, |before| update.apply_to(before)).await?;
        Ok(Response::new(into_preferences(&saved, language)))
    }

    async fn unsubscribe(&self, request: Request<UnsubscribeRequest>) -> Result<Response<Unsubscribed>, Status> {
        let unsubscription = self.signer.verify(&request.get_ref().token).ok_or(Error::NotFound("token_invalid"))?;
        app::preferences::unsubscribe(&self.sender.app, unsubscription).await?;
        let topic = unsubscription.topic.map_or(PbTopic::Unspecified, into_topic);
        Ok(Response::new(Unsubscribed { topic: topic.into(), channel: unsubscription.channel.key().to_owned() }))
    }

    async fn push_key(&self, _: Request<PushKeyRequest>) -> Result<Response<PushServerKey>, Status> {
        let key = self.sender.push_key().unwrap_or_default().to_owned();
        Ok(Response::new(PushServerKey { key }))
    }

    async fn add_push(&self, request: Request<PushSubscription>) -> Result<Response<Done>, Status> {
        let account = self.sender.app.identity.account(&request).await?;
        let PushSubscription { endpoint, p256dh, auth } = request.into_inner();
        let subscription = Subscription::parse(&endpoint, &p256dh, &auth, &self.sender.push_hosts)
            .map_err(|field| Error::Invalid(vec![FieldError { field: field.into(), code: "invalid" }]))?;
        app::push::add(&self.sender, account, &subscription).await?;
        Ok(Response::new(Done {}))
    }

    async fn remove_push(&self, request: Request<RemovePushRequest>) -> Result<Response<Done>, Status> {
        let account = self.sender.app.identity.account(&request).await?;
        app::push::remove(&self.sender.app, account, &request.get_ref().endpoint).await?;
        Ok(Response::new(Done {}))
    }
}

/// An absent field keeps its stored value.
struct PreferencesUpdate {
    choices: Vec<(Topic, BTreeSet<NotificationChannel>)>,
    quiet_hours: Option<QuietHours>,
    digest: Option<Digest>,
    language: Option<Language>,
}

impl PreferencesUpdate {
    fn apply_to(self, mut before: domain::Preferences) -> domain::Preferences {
        before.choices.extend(self.choices);
        domain::Preferences {
            choices: before.choices,
            quiet_hours: self.quiet_hours.unwrap_or(before.quiet_hours),
            digest: self.digest.unwrap_or(before.digest),
            language: self.language.or(before.language),
        }
    }
}

fn parse(request: &NotificationPreferences) -> Result<PreferencesUpdate> {
    let mut checks = Checks::default();
    let choices = checks.take("topics", parse_choices(&request.topics)).unwrap_or_default();
    let quiet_hours =
        request.quiet_hours.as_ref().and_then(|hours| checks.take("quietHours", parse_quiet_hours(hours)));
    let digest = match request.digest() {
        PbDigest::Unspecified => None,
        PbDigest::Off => Some(Digest::Off),
        PbDigest::Daily => Some(Digest::Daily),
    };
    let language = match request.language.as_str() {
        "" => None,
        code => {
            let language = Language::ALL.into_iter().find(|language| language.code() == code);
            checks.take("language", language.ok_or("unknown_value"))
        }
    };
    checks.finish()?;
    Ok(PreferencesUpdate { choices, quiet_hours, digest, language })
}

/// Each topic may occur once. Fixed topics cannot be turned off and are ignored.
fn parse_choices(choices: &[TopicChoice]) -> Result<Vec<(Topic, BTreeSet<NotificationChannel>)>, &'static str> {
    let mut chosen: Vec<(Topic, BTreeSet<NotificationChannel>)> = Vec::new();
    for choice in choices {
        let topic = from_topic(choice.topic()).ok_or("unknown_value")?;
        if chosen.iter().any(|(known, _)| *known == topic) {
            return Err("duplicate");
        }
        let channels = [
            (NotificationChannel::InApp, choice.in_app),
            (NotificationChannel::Email, choice.email),
            (NotificationChannel::Sms, choice.sms),
            (NotificationChannel::Push, choice.push),
        ];
        chosen.push((topic, channels.into_iter().filter(|(_, wanted)| *wanted).map(|(channel, _)| channel).collect()));
    }
    chosen.retain(|(topic, _)| !topic.is_fixed());
    Ok(chosen)
}

fn parse_quiet_hours(hours: &PbQuietHours) -> Result<QuietHours, &'static str> {
    let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| "invalid");
    let (from, until) = (time(&hours.from)?, time(&hours.until)?);
    // Equal times could mean the whole day or no time.
    if hours.is_on && from == until {
        return Err("out_of_range");
    }
    Ok(QuietHours { is_on: hours.is_on, from, until })
}

/// `request_language` is shown when the account has not chosen a language.
fn into_preferences(preferences: &domain::Preferences, request_language: Language) -> NotificationPreferences {
    let topics = Topic::ALL.map(|topic| TopicChoice {
        topic: into_topic(topic).into(),
        in_app: preferences.wants(topic, NotificationChannel::InApp),
        email: preferences.wants(topic, NotificationChannel::Email),
        sms: preferences.wants(topic, NotificationChannel::Sms),
        push: preferences.wants(topic, NotificationChannel::Push),
        is_fixed: topic.is_fixed(),
    });
    let time = |time: NaiveTime| time.format("%H:%M").to_string();
    let QuietHours { is_on, from, until } = preferences.quiet_hours;
    let digest = match preferences.digest {
        Digest::Off => PbDigest::Off,
        Digest::Daily => PbDigest::Daily,
    };
    NotificationPreferences {
        topics: topics.into(),
        quiet_hours: Some(PbQuietHours { is_on, from: time(from), until: time(until) }),
        digest: digest.into(),
        language: preferences.language.unwrap_or(request_language).code().to_owned(),
    }
}

fn into_topic(topic: Topic) -> PbTopic {
    match topic {
        Topic::Account => PbTopic::Account,
        Topic::Orders => PbTopic::Orders,
        Topic::Reminders => PbTopic::Reminders,
        Topic::Stores => PbTopic::Stores,
        Topic::Favourites => PbTopic::Favourites,
        Topic::Reviews => PbTopic::Reviews,
    }
}

fn from_topic(topic: PbTopic) -> Option<Topic> {
    Topic::ALL.into_iter().find(|known| into_topic(*known) == topic)
}
