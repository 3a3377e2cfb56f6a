//! The shop's post: what it carries messages with, and the door through which it takes them over.

use std::sync::Arc;

use kit::{seal::Seal, serve::Routes};
use proto::notification::{
    deliveries_server::DeliveriesServer, inbox_server::InboxServer, tickets_server::TicketsServer,
};
use tokio::sync::Notify;

use crate::{
    App, app,
    carriers::{self, Carrier, Http},
    config::{Config, Provider},
    domain::Channel,
    grpc,
    push::{Hosts, Vapid},
};

#[derive(Clone)]
pub struct Post {
    pub(crate) app: App,
    pub(crate) seal: Seal,
    sms: Arc<Line>,
    email: Arc<Line>,
    push: Arc<Line>,
    pub(crate) hosts: Hosts,
    vapid: Option<Vapid>,
    has_inbox: bool,
}

/// Everything that goes one way.
pub(crate) struct Line {
    /// In the order of their turn. Without any nothing is taken over for this way.
    pub carriers: Vec<Box<dyn Carrier>>,
    /// Rung when a message was taken over.
    pub bell: Arc<Notify>,
}

impl Line {
    fn new(carriers: Vec<Box<dyn Carrier>>) -> Arc<Self> {
        Arc::new(Self { carriers, bell: Arc::default() })
    }
}

impl Post {
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
        let seal = Seal::new(config.key_secret()?);
        let hosts = Hosts { names: config.push.push_hosts.clone(), this_machine_too: is_local };
        let (sms, email, push) = (Line::new(sms), Line::new(vec![email]), Line::new(Vec::new()));
        Ok(Self { app, seal, sms, email, push, hosts, vapid: None, has_inbox: is_local })
    }

    /// Pushes to browsers, too: signed with the configured key, or in local mode with one of its own.
    pub async fn pushing(self, config: &Config) -> anyhow::Result<Self> {
        let contact = config.mail.mail_from.email.to_string();
        let vapid = match config.push_key()? {
            Some(secret) => Some(Vapid::new(&secret, &contact)?),
            None if config.process.is_local() => Some(app::push::own_key(&self, &contact).await?),
            None => None,
        };
        let carriers = vapid
            .iter()
            .map(|vapid| -> Box<dyn Carrier> { Box::new(carriers::WebPush::new(vapid.clone(), Http::new())) });
        Ok(Self { push: Line::new(carriers.collect()), vapid, ..self })
    }

    /// What browsers ask for; `None` where the shop does not push.
    pub(crate) fn push_key(&self) -> Option<&str> {
        self.vapid.as_ref().map(|vapid| vapid.public_key.as_str())
    }

    /// Adds the gRPC services that hand messages over to be delivered.
    pub fn open(&self, routes: Routes) -> Routes {
        let routes = routes
            .add_service(DeliveriesServer::new(grpc::Deliveries(self.clone())))
            .add_service(TicketsServer::new(grpc::Tickets(self.clone())));
        if !self.has_inbox {
            return routes;
        }
        routes.add_service(InboxServer::new(grpc::Inbox(self.app.clone())))
    }

    /// Wakes whoever carries, after messages were written.
    pub(crate) fn ring(&self) {
        for channel in Channel::ALL {
            self.line(channel).bell.notify_one();
        }
    }

    pub(crate) fn line(&self, channel: Channel) -> &Line {
        match channel {
            Channel::Sms => &self.sms,
            Channel::Email => &self.email,
            Channel::Push => &self.push,
        }
    }
}
