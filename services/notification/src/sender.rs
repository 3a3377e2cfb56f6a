//! The carriers of each channel, and the key that encrypts waiting messages.

use std::sync::Arc;

use kit::{keyed::KeyedHasher, seal::Seal, serve::Routes};
use proto::notification::{
    deliveries_server::DeliveriesServer, inbox_server::InboxServer, ticket_desk_server::TicketDeskServer,
    tickets_server::TicketsServer,
};
use tokio::sync::Notify;

use crate::{
    App,
    carriers::{self, Carrier, Http},
    config::{Config, Provider},
    domain::DeliveryChannel,
    grpc,
    push::{PushHosts, Vapid},
};

#[derive(Clone)]
pub struct Sender {
    pub(crate) app: App,
    pub(crate) seal: Seal,
    /// Hashes the networks of ticket writers.
    pub(crate) keyed_hasher: KeyedHasher,
    sms: Arc<ChannelSender>,
    email: Arc<ChannelSender>,
    push: Arc<ChannelSender>,
    pub(crate) push_hosts: PushHosts,
    vapid: Option<Vapid>,
    /// In local mode, the inbox stores the messages of channels without a provider.
    has_inbox: bool,
}

pub(crate) struct ChannelSender {
    /// In the order in which they are tried. Empty while pushes are turned off.
    pub carriers: Vec<Box<dyn Carrier>>,
    /// Signals that a delivery is new, or has ended and freed its slot.
    pub notifier: Arc<Notify>,
}

impl ChannelSender {
    fn new(carriers: Vec<Box<dyn Carrier>>) -> Arc<Self> {
        Arc::new(Self { carriers, notifier: Arc::default() })
    }
}

impl Sender {
    /// Pushes are off until [`Sender::with_push`].
    pub fn new(config: &Config, app: App) -> anyhow::Result<Self> {
        let is_local = config.process.is_local();
        let mail = &config.mail;
        let email: Box<dyn Carrier> = match mail.server(is_local)? {
            Some(url) => Box::new(carriers::Smtp::new(url, mail.mail_from.clone(), mail.mail_reply_to.clone())?),
            None => Box::new(carriers::Inbox(app.clone())),
        };

        let http = Http::new();
        let mut sms: Vec<Box<dyn Carrier>> = Vec::new();
        for (provider, account) in config.sms.accounts(is_local)? {
            let http = http.clone();
            sms.push(match provider {
                Provider::Lsim => Box::new(carriers::Lsim::new(account, http)),
                Provider::Atl => Box::new(carriers::Atl::new(account, http)),
                Provider::Msm => Box::new(carriers::Msm::new(account, http)),
                Provider::PoctGoyercini => Box::new(carriers::PoctGoyercini::new(account, http)),
            });
        }
        if sms.is_empty() {
            sms.push(Box::new(carriers::Inbox(app.clone())));
        }

        let secret = config.key_secret()?;
        let (seal, keyed_hasher) = (Seal::new(secret), KeyedHasher::new(&secret, "sovqat.notification.keyed.v1")?);
        let push_hosts = PushHosts { names: config.push.push_hosts.clone(), allow_loopback: is_local };
        let (sms, email, push) =
            (ChannelSender::new(sms), ChannelSender::new(vec![email]), ChannelSender::new(Vec::new()));
        Ok(Self { app, seal, keyed_hasher, sms, email, push, push_hosts, vapid: None, has_inbox: is_local })
    }

    pub(crate) fn with_push(self, vapid: Vapid) -> Self {
        let carrier: Box<dyn Carrier> = Box::new(carriers::WebPush::new(vapid.clone(), Http::new()));
        Self { push: ChannelSender::new(vec![carrier]), vapid: Some(vapid), ..self }
    }

    /// Browsers subscribe with this key; `None` while pushes are turned off.
    pub(crate) fn push_key(&self) -> Option<&str> {
        self.vapid.as_ref().map(|vapid| vapid.public_key.as_str())
    }

    pub fn add_services(&self, routes: Routes) -> Routes {
        let routes = routes
            .add_service(DeliveriesServer::new(grpc::Deliveries(self.clone())))
            .add_service(TicketsServer::new(grpc::Tickets(self.clone())))
            .add_service(TicketDeskServer::new(grpc::TicketDesk(self.clone())));
        if !self.has_inbox {
            return routes;
        }
        routes.add_service(InboxServer::new(grpc::Inbox(self.app.clone())))
    }

    pub(crate) fn wake_workers(&self) {
        for channel in DeliveryChannel::ALL {
            self.channel(channel).notifier.notify_one();
        }
    }

    pub(crate) fn channel(&self, channel: DeliveryChannel) -> &ChannelSender {
        match channel {
            DeliveryChannel::Sms => &self.sms,
            DeliveryChannel::Email => &self.email,
            DeliveryChannel::Push => &self.push,
        }
    }
}
