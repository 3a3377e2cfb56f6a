//! A reader's notifications.

use std::pin::Pin;

use futures::{Stream, StreamExt as _};
use kit::{Error, Language, input, page::Page};
use proto::{
    json::to_timestamp,
    notification::{
        CountNotificationsRequest, ListNotificationsRequest, Notification, NotificationCount, NotificationPage,
        NotificationsSince, NotificationsSinceRequest, PulseBeat, PulseRequest, ReadAllNotificationsRequest,
        ReadNotificationRequest, notifications_server,
    },
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::{
    App, app, db,
    db::{notification::NotificationRow, updates::UpdatesQuery},
    domain,
};

/// Its streams end when `stop` is cancelled.
pub struct Notifications {
    pub app: App,
    pub stop: CancellationToken,
}

#[tonic::async_trait]
impl notifications_server::Notifications for Notifications {
    type PulseStream = Pin<Box<dyn Stream<Item = Result<PulseBeat, Status>> + Send>>;

    async fn list(&self, request: Request<ListNotificationsRequest>) -> Result<Response<NotificationPage>, Status> {
        let account = self.app.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::notification::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::notification::page_for(&mut connection, account, page).await.map_err(Error::from)?;
        let notifications = rows.into_iter().map(|row| into_notification(row, language)).collect();
        Ok(Response::new(NotificationPage { notifications, meta: Some(page.meta(total)) }))
    }

    async fn count(&self, request: Request<CountNotificationsRequest>) -> Result<Response<NotificationCount>, Status> {
        let account = self.app.identity.account(&request).await?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let count = match request.get_ref().has_viewed {
            None => db::notification::count_for(&mut connection, account).await,
            Some(false) => db::notification::count_unread_for(&mut connection, account).await,
            Some(true) => db::notification::count_viewed_for(&mut connection, account).await,
        };
        Ok(Response::new(NotificationCount { count: count.map_err(Error::from)? }))
    }

    async fn read(&self, request: Request<ReadNotificationRequest>) -> Result<Response<Notification>, Status> {
        let account = self.app.identity.account(&request).await?;
        let notification = input::id(request.get_ref().id, "notification_not_found")?;
        let row = app::notifications::read(&self.app, account, notification).await?;
        Ok(Response::new(into_notification(row, Language::from_metadata(request.metadata()))))
    }

    async fn read_all(
        &self,
        request: Request<ReadAllNotificationsRequest>,
    ) -> Result<Response<NotificationCount>, Status> {
        let account = self.app.identity.account(&request).await?;
        let count = app::notifications::read_all(&self.app, account).await?;
        Ok(Response::new(NotificationCount { count }))
    }

    async fn since(&self, request: Request<NotificationsSinceRequest>) -> Result<Response<NotificationsSince>, Status> {
        let account = self.app.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let query = UpdatesQuery { account, after: request.get_ref().after };
        let updates = self.app.batchers.updates.load(query).await?;
        Ok(Response::new(NotificationsSince {
            notifications: updates.notifications.into_iter().map(|row| into_notification(row, language)).collect(),
            unread_count: updates.unread,
            last_id: updates.last_id,
        }))
    }

    /// The gateway subscribes once for many readers, so the request has no account.
    async fn pulse(&self, _: Request<PulseRequest>) -> Result<Response<Self::PulseStream>, Status> {
        let changes =
            self.app.change_notifier.subscribe().map(|accounts| Ok(PulseBeat { account_ids: accounts.to_vec() }));
        Ok(Response::new(Box::pin(changes.take_until(self.stop.clone().cancelled_owned()))))
    }
}

fn into_notification(row: NotificationRow, language: Language) -> Notification {
    let shown = domain::notification_text(&row.kind, &row.subject, language);
    Notification {
        id: row.notification_id,
        title: shown.title.to_owned(),
        text: shown.text.into_owned(),
        kind: row.kind,
        link: row.link,
        has_viewed: row.viewed_at.is_some(),
        created_at: Some(to_timestamp(row.created_at)),
    }
}
