//! The parameters of paged lists.

use serde::Deserialize;
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    #[param(required = false)]
    pub page: i64,
    #[param(required = false)]
    pub per_page: i64,
}
