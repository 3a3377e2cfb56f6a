//! The category tree. A category's fields are properties of its products, such as their colour.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{
        CategoryAddOnIds, CategoryDeskGetRequest, CategoryDeskListRequest, CategoryDetails, CategoryFieldDraft,
        CategoryFieldDrafts, CategoryFieldValueDraft, CategoryRow, CreateCategoryRequest, FieldType,
        MoveCategoryRequest, UpdateCategoryRequest,
    },
    common::{Done, LocalText},
    json::enumeration,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

const NO_SUCH_CATEGORY: &str = "category_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(move_to))
        .routes(routes!(delete))
}

/// A new category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewCategoryForm {
    /// The parent. A top-level category if absent.
    #[schema(value_type = i64, required = false)]
    parent_id: Option<i64>,
    /// Each text has up to 80 characters.
    #[schema(value_type = LocalText, required = true)]
    name: Option<LocalText>,
    /// Lower-case letters, digits and single hyphens, not only digits. Made from the az name if absent.
    #[schema(value_type = String, required = false)]
    slug: Option<String>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    image_url: Option<String>,
}

/// A category as edited by operators.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoryForm {
    /// The version of the category that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    /// Each text has up to 80 characters.
    #[schema(value_type = LocalText, required = true)]
    name: Option<LocalText>,
    /// Lower-case letters, digits and single hyphens, not only digits.
    #[schema(value_type = String, required = true)]
    slug: Option<String>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    image_url: Option<String>,
    /// All own fields, in display order. Fields that are not in the list are removed.
    #[schema(value_type = Vec<CategoryFieldForm>, required = true)]
    fields: Option<Vec<CategoryFieldForm>>,
    /// Ids of up to 12 different products, in display order. If there are none, those of the nearest ancestor that has
    /// some apply.
    #[schema(value_type = Vec<i64>, required = true)]
    add_ons: Option<Vec<i64>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoryFieldForm {
    /// Absent for a new field.
    #[schema(value_type = i64, required = false)]
    id: Option<i64>,
    /// 1 to 40 lower-case Latin letters, digits and underscores, beginning with a letter.
    #[schema(value_type = String, required = true)]
    key: Option<String>,
    #[serde(default, rename = "type", deserialize_with = "enumeration::deserialize::<FieldType, _>")]
    #[schema(value_type = FieldType, required = true)]
    field_type: i32,
    /// Each text has up to 80 characters.
    #[schema(value_type = LocalText, required = true)]
    name: Option<LocalText>,
    /// Only for a range. Each text has up to 20 characters.
    #[schema(value_type = LocalText, required = false)]
    unit: Option<LocalText>,
    /// Whether shoppers can filter by it.
    #[schema(value_type = bool, required = true)]
    is_filterable: Option<bool>,
    /// All values in display order: 1 to 500 for a choice, none for other types.
    #[serde(default)]
    #[schema(required = false)]
    values: Vec<CategoryFieldValueForm>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoryFieldValueForm {
    /// The value as products store it: 1 to 60 lower-case Latin letters, digits, hyphens, underscores and full stops.
    #[schema(value_type = String, required = true)]
    value: Option<String>,
    /// Each text has up to 80 characters.
    #[schema(value_type = LocalText, required = true)]
    label: Option<LocalText>,
}

/// A new place in the tree.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoryMove {
    /// The version of the category that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    /// The new parent. The top level if absent.
    #[schema(value_type = i64, required = false)]
    parent_id: Option<i64>,
    /// Among the new siblings, from 0. The last place if greater than their number.
    #[schema(value_type = i64, required = true)]
    position: Option<i64>,
}

impl NewCategoryForm {
    fn into_request(self) -> CreateCategoryRequest {
        let Self { parent_id, name, slug, image_url } = self;
        CreateCategoryRequest { parent_id, name, slug, image_url }
    }
}

impl CategoryForm {
    fn into_request(self, id: i64) -> UpdateCategoryRequest {
        let Self { version, name, slug, image_url, fields, add_ons } = self;
        let fields = fields.map(|fields| fields.into_iter().map(CategoryFieldForm::into_draft).collect());
        let fields = fields.map(|fields| CategoryFieldDrafts { fields });
        let add_ons = add_ons.map(|product_ids| CategoryAddOnIds { product_ids });
        UpdateCategoryRequest { id, version, name, slug, image_url, fields, add_ons }
    }
}

impl CategoryFieldForm {
    fn into_draft(self) -> CategoryFieldDraft {
        let values = self.values.into_iter();
        CategoryFieldDraft {
            id: self.id,
            key: self.key,
            r#type: self.field_type,
            name: self.name,
            unit: self.unit,
            is_filterable: self.is_filterable,
            values: values.map(|form| CategoryFieldValueDraft { value: form.value, label: form.label }).collect(),
        }
    }
}

/// For operators: all categories
///
/// Parents come before their children, and siblings are in display order.
#[utoipa::path(get, path = "/admin/categories", operation_id = "listCategoriesOfStaff",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/List"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "All categories as a flat list", body = Data<Vec<CategoryRow>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<CategoryRow>> {
    let request = CategoryDeskListRequest {};
    let response = retry(async || services.category_desk().list(caller.request(request)).await).await;
    reply_with(response, |rows| rows.categories)
}

/// For operators: a category with its own fields and add-ons
///
/// Inherited fields and add-ons are in the ancestors.
#[utoipa::path(get, path = "/admin/categories/{id}", operation_id = "getCategoryOfStaff",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The category with its own fields", body = Data<CategoryDetails>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<CategoryDetails> {
    let request = CategoryDeskGetRequest { id: segment.id(NO_SUCH_CATEGORY)? };
    reply(retry(async || services.category_desk().get(caller.request(request)).await).await)
}

/// For operators: create a category
///
/// It becomes the last child of its parent. A slug that another category has is 422 `duplicate`.
#[utoipa::path(post, path = "/admin/categories", operation_id = "createCategory",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/Create"))),
    tag = "desk", request_body = NewCategoryForm, security(("bearer" = [])),
    responses((status = OK, description = "The new category", body = Data<CategoryDetails>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<NewCategoryForm>,
) -> Reply<CategoryDetails> {
    reply(services.category_desk().create(caller.request(form.into_request())).await)
}

/// For operators: change a category, its fields and its add-ons
///
/// The former slug redirects to the new one. A field that products have cannot be removed, and neither its key nor its type can change
/// (409 `field_in_use`); a value that products have cannot be removed (409 `value_in_use`). An add-on that does not exist is 422
/// `product_not_found`. 409 `category_changed` if the category is not at the given `version`.
#[utoipa::path(put, path = "/admin/categories/{id}", operation_id = "updateCategory",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/Update"))),
    tag = "desk", request_body = CategoryForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The category", body = Data<CategoryDetails>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<CategoryForm>,
) -> Reply<CategoryDetails> {
    let request = form.into_request(segment.id(NO_SUCH_CATEGORY)?);
    reply(services.category_desk().update(caller.request(request)).await)
}

/// For operators: move a category with its descendants
///
/// 409 `category_under_itself` if the parent is the category or one of its descendants, `category_changed` if the category is not at the
/// given `version`.
#[utoipa::path(post, path = "/admin/categories/{id}/move", operation_id = "moveCategory",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/Move"))),
    tag = "desk", request_body = CategoryMove, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The category in its new place", body = Data<CategoryDetails>)))]
async fn move_to(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<CategoryMove>,
) -> Reply<CategoryDetails> {
    let CategoryMove { version, parent_id, position } = form;
    let request = MoveCategoryRequest { id: segment.id(NO_SUCH_CATEGORY)?, version, parent_id, position };
    reply(services.category_desk().r#move(caller.request(request)).await)
}

/// For operators: delete a category
///
/// 409 `category_in_use` if it has children or products, or if products have its fields.
#[utoipa::path(delete, path = "/admin/categories/{id}", operation_id = "deleteCategory",
    extensions(("x-rpc" = json!("catalog.v1.CategoryDesk/Delete"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A category's id")),
    responses((status = OK, description = "The category is deleted", body = Data<Done>)))]
async fn delete(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = CategoryDeskGetRequest { id: segment.id(NO_SUCH_CATEGORY)? };
    reply(services.category_desk().delete(caller.request(request)).await)
}
