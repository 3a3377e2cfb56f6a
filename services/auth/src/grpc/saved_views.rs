use kit::{Error, Result, input::Checks};
use proto::{
    auth::{DeleteViewRequest, ListSavedViewsRequest, SaveViewRequest, SavedView, SavedViewList, saved_views_server},
    common::Done,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::saved_views,
    domain::{
        field::optional,
        saved_view::{ListView, parse_list, parse_name, parse_query},
    },
    grpc::signed_in,
};

pub struct SavedViews(pub App);

#[tonic::async_trait]
impl saved_views_server::SavedViews for SavedViews {
    async fn list(&self, request: Request<ListSavedViewsRequest>) -> Result<Response<SavedViewList>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        Ok(Response::new(SavedViewList { views: list_all(&self.0, operator.account).await? }))
    }

    async fn save(&self, request: Request<SaveViewRequest>) -> Result<Response<SavedView>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let (view, previous_name) = parse(request.get_ref())?;
        saved_views::save(&self.0, operator.account, &view, previous_name.as_deref()).await?;
        Ok(Response::new(into_saved_view(view)))
    }

    async fn delete(&self, request: Request<DeleteViewRequest>) -> Result<Response<Done>, Status> {
        let operator = signed_in::staff(&self.0, &request).await?;
        let request = request.get_ref();
        // A malformed key or name belongs to no view.
        if let (Ok(list), Ok(name)) = (parse_list(&request.list), parse_name(&request.name)) {
            saved_views::delete(&self.0, operator.account, &list, &name).await?;
        }
        Ok(Response::new(Done {}))
    }
}

pub async fn list_all(app: &App, account: i64) -> Result<Vec<SavedView>> {
    Ok(saved_views::all(app, account).await?.into_iter().map(into_saved_view).collect())
}

/// Also returns the name that the view had before.
fn parse(request: &SaveViewRequest) -> Result<(ListView, Option<String>)> {
    let mut checks = Checks::default();
    let list = checks.take("list", parse_list(&request.list));
    let name = checks.take("name", parse_name(&request.name));
    let query = checks.take("query", parse_query(&request.query));
    let previous_name = checks.take("previousName", optional(request.previous_name.as_deref(), parse_name));
    checks.finish()?;
    let is_default = request.is_default;
    let view = (|| Some((ListView { list: list?, name: name?, query: query?, is_default }, previous_name?)))();
    view.ok_or_else(|| Error::internal(anyhow::anyhow!("a field without a value passed the checks")))
}

fn into_saved_view(view: ListView) -> SavedView {
    SavedView { list: view.list, name: view.name, query: view.query, is_default: view.is_default }
}
