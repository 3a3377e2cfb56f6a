//! How operators import uploaded files; `import_files.rs` tests the formats.
//!
//! An import is uploaded, mapped (each column gets a target), checked and then written. A worker does the slow steps.

use std::{fmt::Write as _, time::Duration};

use chrono::TimeDelta;
use kit::{client::Channel, config::FeedConfig, worker::Worker};
use proto::catalog::{
    ChangeImportRequest, ExportProductsRequest, GetImportRequest, GetProductRequest, ImportErrorsRequest, ImportState,
    ImportUploadPart, KeptProductsRequest, ListImportsRequest, MapImportRequest, ProductFileFormat, ProductImport,
    ProductRowsRequest, StartImportRequest, StockMovementKind, import_desk_client::ImportDeskClient,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::{cancellation::drop_at_every_nth_await, workers::named};
use tonic::Status;

use crate::{
    shop::{TestShop, product, refusal, size_line},
    stock_desk::movement,
};

pub fn worker(shop: &TestShop) -> Worker {
    named(catalog::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1)), "product_imports")
}

impl TestShop {
    pub fn import_desk(&self) -> ImportDeskClient<Channel> {
        ImportDeskClient::new(self.channel())
    }

    pub async fn upload_import(&self, name: &str, file: impl AsRef<[u8]>) -> Result<ProductImport, Status> {
        let name = ImportUploadPart { file_name: Some(name.to_owned()), piece: Vec::new() };
        let pieces =
            file.as_ref().chunks(1 << 18).map(|piece| ImportUploadPart { file_name: None, piece: piece.to_vec() });
        let parts: Vec<_> = std::iter::once(name).chain(pieces).collect();
        Ok(self.import_desk().upload(self.signed_by_operator(tokio_stream::iter(parts))).await?.into_inner())
    }

    /// Runs the worker until it has nothing to do.
    pub async fn work_on(&self, id: i64) -> ProductImport {
        let worker = worker(self);
        while worker.run_once().await.unwrap() == kit::worker::Next::Now {}
        self.import(id).await
    }

    async fn import(&self, id: i64) -> ProductImport {
        self.import_desk().get(self.signed_by_operator(GetImportRequest { id })).await.unwrap().into_inner()
    }

    /// Uploads a file and waits until its columns are read.
    pub async fn read_import(&self, name: &str, file: impl AsRef<[u8]>) -> ProductImport {
        let import = self.upload_import(name, file).await.unwrap();
        self.work_on(import.id).await
    }

    /// Lines without a store or a category belong to gul-evi and qizilgul.
    pub async fn map_as_suggested(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        let targets = import.columns.iter().map(|column| column.target.clone().unwrap_or_default()).collect();
        let query = "select category_id from category where slug = 'qizilgul'";
        let category = sqlx::query_scalar(query).fetch_one(&self.app.pool).await.unwrap();
        let request = MapImportRequest {
            id: import.id,
            version: Some(import.version),
            targets,
            store_id: Some(1),
            category_id: Some(category),
        };
        Ok(self.import_desk().map(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn check_import(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        Ok(self.import_desk().check(self.signed_by_operator(change(import))).await?.into_inner())
    }

    /// Fails if a line is refused.
    pub async fn start_import(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        self.start_import_with(start_of(import)).await
    }

    pub async fn start_import_of_valid_lines(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        self.start_import_with(StartImportRequest { skip_refused: true, ..start_of(import) }).await
    }

    async fn start_import_with(&self, request: StartImportRequest) -> Result<ProductImport, Status> {
        Ok(self.import_desk().start(self.signed_by_operator(request)).await?.into_inner())
    }

    pub async fn undo_import(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        Ok(self.import_desk().undo(self.signed_by_operator(change(import))).await?.into_inner())
    }

    pub async fn cancel_import(&self, import: &ProductImport) -> Result<ProductImport, Status> {
        Ok(self.import_desk().cancel(self.signed_by_operator(change(import))).await?.into_inner())
    }

    /// Uploads and maps a file, and waits until it is checked.
    pub async fn checked_import(&self, name: &str, file: impl AsRef<[u8]>) -> ProductImport {
        let import = self.read_import(name, file).await;
        let import = self.map_as_suggested(&import).await.unwrap();
        self.check_import(&import).await.unwrap();
        self.work_on(import.id).await
    }

    pub async fn written_import(&self, checked: &ProductImport) -> ProductImport {
        self.start_import(checked).await.unwrap();
        self.work_on(checked.id).await
    }

    async fn undone_import(&self, import: &ProductImport) -> ProductImport {
        self.undo_import(import).await.unwrap();
        self.work_on(import.id).await
    }

    /// `line column code` of each refused value, from pages of two.
    pub async fn import_errors(&self, id: i64) -> Vec<String> {
        let (mut errors, mut cursor) = (Vec::new(), None);
        loop {
            let request = ImportErrorsRequest { id, cursor, limit: Some(2) };
            let page = self.import_desk().errors(self.signed_by_operator(request)).await.unwrap().into_inner();
            errors.extend(page.errors.iter().map(|error| format!("{} {} {}", error.line, error.column, error.code)));
            cursor = page.next_cursor;
            if cursor.is_none() {
                return errors;
            }
        }
    }

    pub async fn export_products(&self, format: ProductFileFormat, filter: ProductRowsRequest) -> Vec<u8> {
        let request = ExportProductsRequest { filter: Some(filter), format: format.into() };
        let mut pieces = self.product_desk().export(self.signed_by_operator(request)).await.unwrap().into_inner();
        let mut file = Vec::new();
        while let Some(piece) = pieces.message().await.unwrap() {
            file.extend(piece.bytes);
        }
        file
    }

    pub async fn price_and_stock(&self, slug: &str) -> (i64, i64) {
        let query = "select price, stock from product where slug = $1";
        sqlx::query_as(query).bind(slug).fetch_one(&self.app.pool).await.unwrap()
    }

    async fn exists(&self, slug: &str) -> bool {
        let request = GetProductRequest { product: slug.to_owned() };
        self.products().get(request).await.is_ok()
    }
}

fn start_of(import: &ProductImport) -> StartImportRequest {
    StartImportRequest { id: import.id, version: Some(import.version), skip_refused: false, as_drafts: false }
}

fn change(import: &ProductImport) -> ChangeImportRequest {
    ChangeImportRequest { id: import.id, version: Some(import.version) }
}

/// New, changed, unchanged and refused lines.
pub fn counts(import: &ProductImport) -> (i64, i64, i64, i64) {
    (import.fresh, import.changed, import.same, import.refused)
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn new_products_can_be_saved_as_drafts_while_changed_ones_stay_on_sale(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let file = "Kod;Məhsulun adı;Qiymət;Qalıq\na;a;12,50;20\nyeni;Yeni gül;45.90;5\n";
    let checked = shop.checked_import("qiymetler.csv", file).await;
    shop.start_import_with(StartImportRequest { as_drafts: true, ..start_of(&checked) }).await.unwrap();
    let written = shop.work_on(checked.id).await;
    assert_eq!((written.state(), written.as_drafts), (ImportState::Done, true));
    assert_eq!(shop.price_and_stock("a").await, (1_250, 20));
    assert_eq!(refusal(shop.page_of("yeni").await), "product_not_found");
    let states: Vec<(String, String)> =
        sqlx::query_as("select slug, state from product order by slug").fetch_all(&shop.app.pool).await.unwrap();
    assert_eq!(states, [("a", "published"), ("yeni", "draft")].map(|(slug, state)| (slug.into(), state.into())));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn price_list_changes_only_its_columns_and_can_be_undone(pool: PgPool) {
    let sizes = json!([size_line("S", 700, 3), size_line("L", 900, 4)]);
    let products = [
        product("a", &json!({"fields": {"color": ["red"], "fresh": true}, "also": ["hediyyeler"]})),
        product("b", &json!({"sizes": sizes})),
        product("c", &json!({})),
        product("d", &json!({})),
    ];
    let shop = TestShop::start_with(pool, products).await;

    let before = shop.page_of("a").await.unwrap();
    let file = "Kod;Məhsulun adı;Qiymət;Qalıq;Qeyd\na;a;12,50;20;\nb;b;8;;\nc;c;10;10;\nd;d;9;7;\n\
                Yeni gül;Yeni gül;45.90;5;x\n";
    let import = shop.read_import("qiymetler.csv", file).await;
    assert_eq!((import.state(), import.total), (ImportState::Mapping, 5));
    let targets: Vec<_> = import.columns.iter().map(|column| column.target.as_deref().unwrap_or("-")).collect();
    assert_eq!(targets, ["slug", "name_az", "price", "stock", "-"]);
    assert_eq!(import.columns[0].samples, ["a", "b", "c"]);

    let checked = shop.checked_import("qiymetler.csv", file).await;
    assert_eq!((checked.state(), counts(&checked)), (ImportState::Checked, (1, 3, 1, 0)));
    assert_eq!(shop.price_and_stock("a").await, (1_000, 10), "a check writes nothing");

    let written = shop.written_import(&checked).await;
    assert_eq!((written.state(), written.done, counts(&written)), (ImportState::Done, 5, (1, 3, 1, 0)));
    assert_eq!(shop.price_and_stock("a").await, (1_250, 20));
    assert_eq!(shop.price_and_stock("b").await, (800, 7), "sizes stay");
    assert_eq!(shop.price_and_stock("yeni-gul").await, (4_590, 5));
    let after = shop.page_of("a").await.unwrap();
    assert_eq!((&after.fields, &after.description), (&before.fields, &before.description));
    let same = shop.checked_import("qiymetler.csv", file).await;
    assert_eq!(counts(&same), (0, 0, 5, 0), "the same file changes nothing");

    // A received unit stays, and a product that an operator has changed is kept.
    let a = shop.id_of("a").await;
    shop.move_stock(movement(a, StockMovementKind::Received, 1)).await.unwrap();
    let d = shop.id_of("d").await;
    let form = shop.details(d).await.unwrap().form.unwrap();
    shop.update_product(d, proto::catalog::ProductForm { price: 777, ..form }).await.unwrap();
    let undone = shop.undone_import(&written).await;
    assert_eq!((undone.state(), undone.restored, undone.kept), (ImportState::Undone, 3, 1));
    assert_eq!(shop.price_and_stock("a").await, (1_000, 11));
    assert_eq!(shop.price_and_stock("b").await, (1_000, 7));
    assert_eq!(shop.price_and_stock("d").await, (777, 7));
    assert!(!shop.exists("yeni-gul").await);
    let request = KeptProductsRequest { id: undone.id, ..KeptProductsRequest::default() };
    let kept = shop.import_desk().kept(shop.signed_by_operator(request)).await.unwrap().into_inner();
    assert_eq!(kept.products.iter().map(|product| &*product.slug).collect::<Vec<_>>(), ["d"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn refused_lines_are_named_by_line_and_column(pool: PgPool) {
    let sizes = json!([size_line("S", 700, 3)]);
    let shop = TestShop::start_with(pool, [product("sized", &json!({"sizes": sizes}))]).await;
    let mut file = b"slug,Ad,Qiym\xc9\x99t,stock,category,fields.color\n".to_vec();
    for line in [
        &b"good,G\xc3\xbcl,12,1,,red"[..],
        b"zero,A,0,1,,",
        b"negative,A,-5,1,,",
        b"decimals,A,1.005,1,,",
        b"good,B,12,1,,",
        b"formula,=HYPERLINK(1),12,1,,",
        b"bytes,\xff\xfe,12,1,,",
        b"category,A,12,1,nowhere,",
        b"field,A,12,1,,brown",
        b"stock,A,12,many,,",
        b"cells,A,12,1,,,,more",
        b",,12,1,,",
    ] {
        file.extend_from_slice(line);
        file.push(b'\n');
    }

    // A line of more than 1 MiB.
    file.resize(file.len() + (1 << 20) + 1, b'x');
    file.extend_from_slice(b"\nlast,A,12,1,,\n");

    let checked = shop.checked_import("siyahi.csv", &file).await;
    assert_eq!(counts(&checked), (2, 0, 0, 12));
    assert_eq!(
        shop.import_errors(checked.id).await,
        [
            "3 Qiymət out_of_range",
            "4 Qiymət out_of_range",
            "5 Qiymət too_many_decimals",
            "6 slug duplicate",
            "7 Ad formula",
            "8 Ad not_utf8",
            "9 category category_not_found",
            "10 fields.color unknown_value",
            "11 stock wrong_type",
            "12  not_a_row",
            "13 slug required",
            "13 Ad required",
            "14  too_long",
        ]
    );

    assert_eq!(refusal(shop.start_import(&checked).await), "import_has_errors");
    shop.start_import_of_valid_lines(&checked).await.unwrap();
    let written = shop.work_on(checked.id).await;
    assert_eq!((written.state(), counts(&written)), (ImportState::Done, (2, 0, 0, 12)));
    assert_eq!(shop.price_and_stock("good").await, (1_200, 1));
    assert_eq!(shop.import_errors(checked.id).await.len(), 13, "no error is stored twice");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn import_is_continued_without_repeated_lines_when_its_worker_is_killed(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("old", &json!({}))]).await;
    let mut file = "slug,name_az,price,stock\nold,Old,11,10\n".to_owned();
    for number in 0..1_200 {
        writeln!(file, "p{number},Gül {number},12,1").unwrap();
    }

    let checked = shop.checked_import("a.csv", file).await;
    shop.start_import(&checked).await.unwrap();
    // The worker is killed at every seventh await. After three minutes, another one may continue.
    let clock = shop.clock.clone();
    drop_at_every_nth_await(&pool, &worker(&shop), 7, || clock.advance(TimeDelta::minutes(3))).await;
    let written = shop.work_on(checked.id).await;
    assert_eq!((written.state(), written.done, counts(&written)), (ImportState::Done, 1_201, (1_200, 1, 0, 0)));
    let query = "select count(*) from product_import_change";
    assert_eq!(sqlx::query_scalar::<_, i64>(query).fetch_one(&pool).await.unwrap(), 1_201);
    let versions = "select max(version) from product where slug <> 'old'";
    assert_eq!(sqlx::query_scalar::<_, i64>(versions).fetch_one(&pool).await.unwrap(), 1);

    shop.undo_import(&written).await.unwrap();
    drop_at_every_nth_await(&pool, &worker(&shop), 7, || clock.advance(TimeDelta::minutes(3))).await;
    let undone = shop.work_on(checked.id).await;
    assert_eq!((undone.state(), undone.restored, undone.kept), (ImportState::Undone, 1_201, 0));
    assert_eq!(shop.price_and_stock("old").await, (1_000, 10));
    assert_eq!(sqlx::query_scalar::<_, i64>("select count(*) from product").fetch_one(&pool).await.unwrap(), 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn import_is_undone_when_a_line_becomes_invalid_after_the_check(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), []).await;
    let mut file = "slug,name_az,price,category\n".to_owned();
    // A batch holds 1,000 lines, so the last line is in the second batch.
    for number in 0..1_001 {
        let category = if number < 1_000 { "lale" } else { "dibcek" };
        writeln!(file, "p{number},Gül,12,{category}").unwrap();
    }

    let checked = shop.checked_import("a.csv", file).await;
    assert_eq!(checked.refused, 0);

    sqlx::query("delete from category where slug = 'dibcek'").execute(&pool).await.unwrap();

    shop.start_import(&checked).await.unwrap();
    let undone = shop.work_on(checked.id).await;
    assert_eq!((undone.state(), undone.failure.as_deref()), (ImportState::Undone, Some("changed_since_check")));
    assert_eq!(sqlx::query_scalar::<_, i64>("select count(*) from product").fetch_one(&pool).await.unwrap(), 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn calls_with_an_old_version_or_in_a_wrong_state_are_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let read = shop.read_import("a.csv", "slug,name_az,price\na,A,1\n").await;
    assert_eq!(refusal(shop.start_import(&read).await), "import_not_ready");
    let mapped = shop.map_as_suggested(&read).await.unwrap();
    assert_eq!(refusal(shop.map_as_suggested(&read).await), "import_changed");
    let checking = shop.check_import(&mapped).await.unwrap();
    assert_eq!(refusal(shop.check_import(&mapped).await), "import_changed");
    assert_eq!(refusal(shop.check_import(&checking).await), "import_not_ready");

    let cancelled = shop.cancel_import(&checking).await.unwrap();
    assert_eq!(cancelled.state(), ImportState::Cancelled);
    assert_eq!(shop.work_on(read.id).await.state(), ImportState::Cancelled);
    assert_eq!(refusal(shop.undo_import(&cancelled).await), "import_not_ready");

    let other = shop.read_import("b.csv", "a,b,c\n1,2,3\n").await;
    let request = |targets: &[&str]| MapImportRequest {
        id: other.id,
        version: Some(other.version),
        targets: targets.iter().map(|target| (*target).to_owned()).collect(),
        store_id: Some(9),
        category_id: None,
    };
    let mut desk = shop.import_desk();
    let refused = desk.map(shop.signed_by_operator(request(&["price", "price", "fields.nothing"]))).await;
    assert_eq!(
        refusal(refused),
        "validation_failed targets[1]: duplicate, targets[2]: unknown_value, targets: required, storeId: store_not_found"
    );

    let request = ListImportsRequest { cursor: None, limit: Some(1) };
    let page = desk.list(shop.signed_by_operator(request)).await.unwrap().into_inner();
    assert_eq!(page.imports.iter().map(|import| import.id).collect::<Vec<_>>(), [other.id]);
    assert!(page.next_cursor.is_some());
}
