//! The shop's post: what it carries messages with, and the door through which it takes them over.

use std::sync::Arc;

use kit::seal::Seal;
use proto::notification::{
    content_server::ContentServer, deliveries_server::DeliveriesServer, inbox_server::InboxServer,
};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    App,
    carriers::{self, Carrier, Http},
    config::{Config, Provider},
    domain::Channel,
    grpc,
};

#[derive(Clone)]
pub struct Post {
    pub(crate) app: App,
    pub(crate) seal: Seal,
    sms: Arc<Line>,
    email: Arc<Line>,
    has_inbox: bool,
}

/// Everything that goes one way.
pub(crate) struct Line {
    /// In the order of their turn; never empty.
    pub carriers: Vec<Box<dyn Carrier>>,
    /// Rung when a message was taken over.
    pub bell: Notify,
}

impl Line {
    fn new(carriers: Vec<Box<dyn Carrier>>) -> Arc<Self> {
        Arc::new(Self { carriers, bell: Notify::new() })
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
        Ok(Self { app, seal, sms: Line::new(sms), email: Line::new(vec![email]), has_inbox: is_local })
    }

    /// Adds the post's door to the service's, and that of who hands letters to it.
    pub fn open(&self, routes: Routes) -> Routes {
        let routes = routes
            .add_service(DeliveriesServer::new(grpc::Deliveries(self.clone())))
            .add_service(ContentServer::new(grpc::Content(self.clone())));
        if !self.has_inbox {
            return routes;
        }
        routes.add_service(InboxServer::new(grpc::Inbox(self.app.clone())))
    }

    pub(crate) fn line(&self, channel: Channel) -> &Line {
        match channel {
            Channel::Sms => &self.sms,
            Channel::Email => &self.email,
        }
    }
}
