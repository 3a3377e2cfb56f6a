//! SEO texts and tags of pages. The seo service has the templates. The name of a page's subject, such as a product,
//! comes from the service that owns it.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{GetCategoryRequest, GetProductRequest},
    seo::{PageRequest, PageTexts, TagRequest, TagValue},
    store::GetStoreRequest,
};
use serde::{Deserialize, Serialize};
use tonic::Status;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Query, Segment, Visitor},
    problem::Problem,
    reply::{Data, Reply, envelope},
    services::Services,
};

/// The analytics tools.
const TAGS: [&str; 4] = ["google-analytics", "google-tag-manager", "search-console", "yandex-metrica"];

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(tag_or_texts_of_subject))
}

/// The value of a tag, or the texts of a kind of page.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum TagOrTexts {
    Texts(PageTexts),
    Tag(TagValue),
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SubjectQuery {
    /// The product, category or store of the page, or the words of a search
    slug: Option<String>,
}

/// The value of a tag, or the texts of a page
///
/// `google-analytics`, `google-tag-manager`, `search-console` and `yandex-metrica` are tags; `home-page`, `product-page` and so on are
/// pages.
#[utoipa::path(get, path = "/seo/{page}", operation_id = "getSeo",
    tag = "seo", params(("page" = String, Path, description = "A tag, or a kind of page"), SubjectQuery),
    responses((status = OK, description = "`{value}` of a tag, or the texts of a page", body = Data<TagOrTexts>)))]
async fn tag_or_texts_of_subject(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(page): Segment,
    Query(query): Query<SubjectQuery>,
) -> Reply<TagOrTexts> {
    let data = if TAGS.contains(&page.as_str()) {
        let request = TagRequest { tag: page };
        let response = retry(async || services.seo().tag(visitor.request(request.clone())).await).await?;
        TagOrTexts::Tag(response.into_inner())
    } else {
        let subject = match &query.slug {
            Some(slug) => name_of_subject(&services, &visitor, &page, slug).await?,
            None => None,
        };
        let request = PageRequest { page, subject };
        let response = retry(async || services.seo().page(visitor.request(request.clone())).await).await?;
        TagOrTexts::Texts(response.into_inner())
    };
    Ok(envelope(data))
}

/// Returns the name of the product, category or store that the page is about, or the words of a search. Returns `None`
/// for kinds of pages without a subject.
async fn name_of_subject(
    services: &Services,
    visitor: &Visitor,
    page: &str,
    slug: &str,
) -> Result<Option<String>, Problem> {
    let name: Result<String, Status> = match page {
        "product-page" => {
            let request = GetProductRequest { product: slug.to_owned() };
            retry(async || Ok(services.products().get(visitor.request(request.clone())).await?.into_inner().name)).await
        }
        "category-page" => {
            let request = GetCategoryRequest { category: slug.to_owned() };
            retry(async || Ok(services.categories().get(visitor.request(request.clone())).await?.into_inner().name))
                .await
        }
        "store-page" => {
            let request = GetStoreRequest { store: slug.to_owned() };
            retry(async || Ok(services.stores().get(visitor.request(request.clone())).await?.into_inner().name)).await
        }
        "search-page" => return Ok(Some(slug.to_owned())),
        _ => return Ok(None),
    };
    Ok(Some(name?))
}
