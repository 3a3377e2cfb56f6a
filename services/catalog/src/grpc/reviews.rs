//! Serves reviews and replies: guests read, signed-in accounts write, staff moderate.

mod parse;
mod reply;

use kit::{
    Error, Language, Result,
    client::CallContext,
    id::{AccountId, ReviewId},
    input,
    page::Page,
};
use proto::{
    catalog::{
        ListReviewsRequest, ModerateRequest, MyRepliesRequest, MyReplyPage, MyReviewPage, MyReviewsRequest, QueuedText,
        RatingSummary, ReplyRequest, Review, ReviewPage, ReviewQueue, ReviewQueueRequest, ReviewReply,
        WithdrawReviewRequest, WriteReviewRequest, reviews_server,
    },
    common::{Done, Permission},
};
use tonic::{Request, Response, Status};

use super::parse::slug_or_id;
use crate::{
    App,
    app::review::{self, Writer},
    db,
    domain::review as rules,
};

pub struct Reviews(pub App);

impl Reviews {
    /// Moderators write in the name of the shop.
    async fn writer<T>(&self, request: &Request<T>) -> Result<Writer> {
        let caller = self.0.identity.caller(request).await?;
        let is_shop = caller.may(Permission::ReviewsModerate);
        Ok(Writer { account: caller.account, is_shop, call_context: CallContext::from_request(request) })
    }
}

#[tonic::async_trait]
impl reviews_server::Reviews for Reviews {
    async fn list(&self, request: Request<ListReviewsRequest>) -> Result<Response<ReviewPage>, Status> {
        let visitor = self.0.identity.visitor(&request).await?.map(|caller| caller.account);
        let request = request.get_ref();
        let (filter, sort) = (parse::filter(request)?, parse::sort(request.sort()));
        let page = Page::parse(request.page, request.per_page)?;
        let product = slug_or_id(&request.product, "product_not_found")?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;

        let product = db::product::find(&mut connection, product).await.map_err(Error::from)?;
        let product = product.ok_or(Error::NotFound("product_not_found"))?.product_id;
        let stars = db::rating::star_counts(&mut connection, product).await.map_err(Error::from)?;
        let total = db::review::count(&mut connection, product, filter).await.map_err(Error::from)?;

        let rows = db::review::page(&mut connection, product, filter, sort, page).await.map_err(Error::from)?;
        let ids: Vec<_> = rows.iter().map(|row| row.review_id).collect();
        let replies = db::reply::of_reviews(&mut connection, &ids).await.map_err(Error::from)?;
        Ok(Response::new(ReviewPage {
            reviews: reply::with_replies(rows, replies, visitor),
            summary: Some(RatingSummary {
                rating: f64::from(rules::rating(stars)) / 10.0,
                count: stars.iter().sum(),
                stars: stars.into(),
            }),
            meta: Some(page.meta(total)),
        }))
    }

    async fn mine(&self, request: Request<MyReviewsRequest>) -> Result<Response<MyReviewPage>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::review::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::review::page_for(&mut connection, account, language, page).await.map_err(Error::from)?;
        let ids: Vec<_> = rows.iter().map(|mine| mine.review.review_id).collect();
        let replies = db::reply::of_reviews(&mut connection, &ids).await.map_err(Error::from)?;
        let reviews = reply::mine(rows, replies, account);
        Ok(Response::new(MyReviewPage { reviews, meta: Some(page.meta(total)) }))
    }

    async fn my_replies(&self, request: Request<MyRepliesRequest>) -> Result<Response<MyReplyPage>, Status> {
        let account = self.0.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::reply::count_for(&mut connection, account).await.map_err(Error::from)?;
        let rows = db::reply::page_for(&mut connection, account, language, page).await.map_err(Error::from)?;
        let replies = rows.into_iter().map(reply::my_reply).collect();
        Ok(Response::new(MyReplyPage { replies, meta: Some(page.meta(total)) }))
    }

    async fn write(&self, request: Request<WriteReviewRequest>) -> Result<Response<Review>, Status> {
        let writer = self.writer(&request).await?;
        let product = input::id(request.get_ref().product_id, "product_not_found")?;
        let draft = parse::draft(request.get_ref())?;
        let row = review::write(&self.0, &writer, product, &draft).await?;
        Ok(Response::new(reply::review(row, Some(writer.account))))
    }

    async fn withdraw(&self, request: Request<WithdrawReviewRequest>) -> Result<Response<Done>, Status> {
        let account = self.0.identity.account(&request).await?;
        review::withdraw(&self.0, AccountId(account), ReviewId(request.get_ref().id)).await?;
        Ok(Response::new(Done {}))
    }

    async fn reply(&self, request: Request<ReplyRequest>) -> Result<Response<ReviewReply>, Status> {
        let writer = self.writer(&request).await?;
        let request = request.get_ref();
        let review_id = input::id(request.review_id, "review_not_found")?;
        let text = input::text(&request.text, rules::REPLY_LENGTH).map_err(|code| Error::invalid("text", code))?;
        Ok(Response::new(reply::reply(review::reply(&self.0, &writer, review_id, &text).await?)))
    }

    async fn queue(&self, request: Request<ReviewQueueRequest>) -> Result<Response<ReviewQueue>, Status> {
        self.0.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.get_ref();
        let (state, page) = (parse::state(request.state)?, Page::parse(request.page, request.per_page)?);
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = db::moderation::count(&mut connection, state).await.map_err(Error::from)?;
        let rows = db::moderation::page(&mut connection, language, state, page).await.map_err(Error::from)?;
        let texts: Vec<QueuedText> = rows.into_iter().map(reply::queued).collect();
        Ok(Response::new(ReviewQueue { texts, meta: Some(page.meta(total)) }))
    }

    async fn moderate(&self, request: Request<ModerateRequest>) -> Result<Response<Done>, Status> {
        let operator = self.0.identity.staff(&request).await?;
        let (text, decision) = parse::decision(request.get_ref())?;
        review::moderate(&self.0, &operator, text, &decision).await?;
        Ok(Response::new(Done {}))
    }
}
