//! The command `import`: complete, invalid, changed, interrupted and concurrent imports.

use std::{fs, num::NonZeroUsize, path::PathBuf, time::Duration};

use catalog::{ExportArgs, Format, GenerateArgs, ImportArgs, Tally};
use kit::Language;
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;

use crate::shop::{TestShop, product};

/// A file to import in batches of three lines, with a report.
pub struct TestFile {
    folder: TempDir,
    args: ImportArgs,
}

impl TestFile {
    fn of(name: &str, text: impl AsRef<[u8]>) -> Self {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let errors = Some(folder.path().join("errors.csv"));
        let batch = NonZeroUsize::new(3).unwrap();
        Self { args: ImportArgs { file, format: None, dry_run: false, errors, batch }, folder }
    }

    pub fn of_lines(lines: &[Value]) -> Self {
        Self::of("products.jsonl", jsonl(lines))
    }

    fn dry_run(mut self) -> Self {
        self.args.dry_run = true;
        self
    }

    pub async fn import(&self, shop: &TestShop) -> anyhow::Result<Tally> {
        catalog::import(&shop.app, &self.args).await
    }

    /// Reported errors as `line field code`.
    pub fn report(&self) -> Vec<String> {
        let report = fs::read_to_string(self.folder.path().join("errors.csv")).unwrap();
        let mut lines = report.lines();
        assert_eq!(lines.next(), Some("line,field,code,what"));
        lines.map(|line| line.splitn(4, ',').take(3).collect::<Vec<_>>().join(" ")).collect()
    }
}

fn jsonl(lines: &[Value]) -> String {
    lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n") + "\n"
}

/// Numbers of new, changed, unchanged and refused lines.
pub fn tally(fresh: i64, changed: i64, same: i64, refused: i64) -> Tally {
    Tally { fresh, changed, same, refused }
}

/// Has only the default categories and stores.
pub async fn empty_shop(pool: PgPool) -> TestShop {
    TestShop::start_with(pool, []).await
}

/// 20 products that differ in as many properties as possible.
pub fn assortment() -> Vec<Value> {
    let line = |number: i64| {
        let mut line = product(&format!("p{number}"), &json!({"price": 1000 + number, "popularity": number}));
        match number % 4 {
            0 => line["fields"] = json!({"color": ["red", "white"], "stems": number, "fresh": true}),
            1 => {
                line["option"] = json!("count");
                line["pictures"] = json!(["/media/aaaa/640.webp", "/media/cccc/640.webp"]);
                line["fields"] = json!({"fresh": true});
                line["sizes"] = json!([
                    {"name": {"az": "S", "ru": "С"}, "price": 1000, "stock": number, "fields": {"color": ["red", "white"], "stems": 5}},
                    {"name": {"az": "L"}, "price": 2000, "stock": 5, "picture": "/media/cccc/640.webp", "fields": {"color": "blue", "stems": 15}},
                ]);
            }
            2 => {
                line["preparationDays"] = json!(2);
                line["discounted"] = json!(900);
                line["discountUntil"] = json!("2099-01-01T00:00:00Z");
                line["pictures"] = json!(["/media/aaaa/640.webp", "/media/bbbb/640.webp"]);
            }
            _ => {
                line["name"] = json!({"az": "Yalnız azərbaycanca, «dırnaqda»; \"burada\""});
                line["description"] = json!({"az": "İki\nsətir", "en": ""});
                line["also"] = json!(["hediyyeler", "lale"]);
            }
        }
        line
    };
    (0..20).map(line).collect()
}

/// Returns all columns of products except ids.
async fn table_contents(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select concat_ws(' ',
             slug, name, pictures, price, discounted_price, discount_from, discount_until, is_discounted, reprice_at,
             stock, has_sizes, option_kind, preparation_days, popularity, rating, review_count, store_slug,
             category_slug, published_at,
             (select jsonb_agg(to_jsonb(product_text) - 'product_id' order by language)
              from product_text where product_text.product_id = product.product_id),
             (select jsonb_agg(to_jsonb(product_size) - 'product_id' - 'size_id' order by position)
              from product_size where product_size.product_id = product.product_id),
             (select jsonb_agg(to_jsonb(product_field) - 'product_id' order by key, value)
              from product_field where product_field.product_id = product.product_id),
             (select jsonb_agg(product_category.category_id order by product_category.category_id)
              from product_category where product_category.product_id = product.product_id))
         from product
         order by slug",
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn importing_twice_changes_nothing(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let file = TestFile::of_lines(&assortment());
    assert_eq!(file.import(&shop).await.unwrap(), tally(20, 0, 0, 0));
    assert_eq!((shop.product_changed_count().await, shop.list_errors().await.len()), (20, 0));

    let before = table_contents(&pool).await;
    assert_eq!(file.import(&shop).await.unwrap(), tally(0, 0, 20, 0));
    assert_eq!(table_contents(&pool).await, before);
    assert_eq!(shop.product_changed_count().await, 20, "unchanged products are not published");
    assert!(file.report().is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn imported_product_equals_its_line(pool: PgPool) {
    let shop = empty_shop(pool).await;
    TestFile::of_lines(&assortment()).import(&shop).await.unwrap();
    let with_sizes = shop.page_in(Language::Ru, "p5").await.unwrap();
    let sizes: Vec<_> = with_sizes.sizes.iter().map(|size| (size.name.as_str(), size.price, size.stock)).collect();
    assert_eq!((sizes, with_sizes.stock), (vec![("С", 1000, 5), ("L", 2000, 5)], 10));
    let discounted = shop.page_of("p6").await.unwrap();
    assert_eq!((discounted.price, discounted.discounted_price, discounted.images.len()), (1006, Some(900), 2));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn importing_a_changed_file_writes_only_differences(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let mut lines = assortment();
    TestFile::of_lines(&lines).import(&shop).await.unwrap();
    // The transaction that wrote each row (`xmin`).
    let versions = async || {
        sqlx::query_as::<_, (String, String)>("select slug, product.xmin::text from product order by slug")
            .fetch_all(&pool)
            .await
            .unwrap()
    };

    let before = versions().await;
    lines[7]["price"] = json!(9999);
    lines.remove(3);
    lines.push(product("new", &json!({})));
    assert_eq!(TestFile::of_lines(&lines).import(&shop).await.unwrap(), tally(1, 1, 18, 0));

    let after = versions().await;
    let rewritten: Vec<_> = after.iter().filter(|row| !before.contains(row)).map(|(slug, _)| slug.as_str()).collect();
    assert_eq!(rewritten, ["new", "p7"]);
    assert!(shop.page_of("p3").await.is_ok(), "products missing from the file stay");
    assert_eq!((shop.page_of("p7").await.unwrap().price, shop.list_errors().await.len()), (9999, 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn absent_pictures_and_reviews_are_kept(pool: PgPool) {
    let shop = empty_shop(pool).await;
    let pictured = json!({"pictures": ["/media/aaaa/640.webp"], "rating": 4.8, "reviews": 7, "popularity": 9});
    TestFile::of_lines(&[product("a", &pictured)]).import(&shop).await.unwrap();

    let table = "slug,store,category,name_az,price,stock\na,gul-evi,lale,Lalə,1200,4\n";
    assert_eq!(TestFile::of("a.csv", table).import(&shop).await.unwrap(), tally(0, 1, 0, 0));
    let page = shop.page_of("a").await.unwrap();
    assert_eq!((page.image_url.as_str(), page.review_count, page.price), ("/media/aaaa/640.webp", 7, 1200));
    assert!((page.rating - 4.8).abs() < 1e-9);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_lines_are_reported_and_valid_ones_imported(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let lines = [
        product("good", &json!({})),
        json!({"slug": "bare"}),
        product("lost", &json!({"category": "missing", "store": "missing"})),
        product("Böyük", &json!({"price": 0, "stock": -1, "name": {"az": ""}})),
        product("tasty", &json!({"fields": {"taste": "sweet", "color": "black", "stems": "many"}})),
        product(
            "cheap",
            &json!({"discounted": 1000, "discountFrom": "2027-01-01T00:00:00Z", "discountUntil": "2026-01-01T00:00:00Z"}),
        ),
        product("nul", &json!({"description": {"az": "a\u{0}b"}})),
        product("good", &json!({"price": 7})),
        product("odd", &json!({"pictures": ["https://elsewhere.example/a.png"], "rating": 6, "preparationDays": 11})),
        product("last", &json!({})),
    ];
    let text = jsonl(&lines) + "{oops\n";
    let file = TestFile::of("wrong.jsonl", &text);
    assert_eq!(file.import(&shop).await.unwrap(), tally(2, 0, 0, 9), "\"good\" and \"last\" are new");
    let expected = [
        "2 store required",
        "3 category category_not_found",
        "3 store store_not_found",
        "4 slug invalid",
        "4 name.az required",
        "4 price out_of_range",
        "4 stock out_of_range",
        "5 fields.color unknown_value",
        "5 fields.stems wrong_type",
        "5 fields.taste unknown_field",
        "6 discounted not_lower",
        "6 discountUntil invalid_period",
        "7 description.az invalid_characters",
        "8 slug duplicate",
        "9 preparationDays out_of_range",
        "9 pictures[0] invalid_link",
        "9 rating out_of_range",
        "11  not_json",
    ];
    assert_eq!(file.report(), expected);
    assert_eq!(shop.page_of("good").await.unwrap().price, 1000);
    assert_eq!(file.import(&shop).await.unwrap(), tally(0, 0, 2, 9), "the result is repeatable");
    assert_eq!(file.report(), expected);
    assert_eq!(TestFile::of("wrong.jsonl", &text).dry_run().import(&shop).await.unwrap(), tally(0, 0, 2, 9));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn dry_run_reports_the_same_and_writes_nothing(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let mut lines = assortment();
    lines.insert(11, product("p1", &json!({"price": 77})));
    lines.push(product("bad", &json!({"price": 0})));
    let file = TestFile::of_lines(&lines).dry_run();
    assert_eq!(file.import(&shop).await.unwrap(), tally(20, 0, 0, 2));
    assert_eq!(file.report(), ["12 slug duplicate", "22 price out_of_range"]);

    let written: i64 = sqlx::query_scalar("select (select count(*) from product) + (select count(*) from import_job)")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!((written, shop.product_changed_count().await), (0, 0));
    assert_eq!(TestFile::of_lines(&lines).import(&shop).await.unwrap(), tally(20, 0, 0, 2));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn tables_are_read_in_several_csv_dialects(pool: PgPool) {
    let shop = empty_shop(pool).await;
    let table = "\u{feff}slug;store;category;also;name_az;name_en;description_az;price;discounted;stock;sizes;fields.color;fields.stems;fields.fresh\r\n\
        a;gul-evi;qizilgul;hediyyeler|lale;\"Qırmızı; \"\"iri\"\"\";Red;\"İki\r\nsətir\";1000;900;;\"[{\"\"name\"\":{\"\"az\"\":\"\"S\"\"},\"\"price\"\":1000,\"\"stock\"\":4}]\";red|white;5;true\r\n\
        b;gul-evi;qizilgul;;B;;;12,50;;3;;;;\r\n\
        c;gul-evi;qizilgul;;C;;;1250;;3;;;;\r\n";
    let file = TestFile::of("products.csv", table);
    assert_eq!(file.import(&shop).await.unwrap(), tally(2, 0, 0, 1));
    assert_eq!(file.report(), ["4 price wrong_type"]);
    let page = shop.page_of("a").await.unwrap();
    assert_eq!((page.name.as_str(), page.description.as_str(), page.stock), ("Qırmızı; \"iri\"", "İki\r\nsətir", 4));
    let fields: Vec<_> = page.fields.iter().map(|field| field.value.as_str()).collect();
    assert_eq!(fields, ["Qırmızı, Ağ", "5 ədəd", "Bəli"]);
}

/// Interrupts the import after every batch, and at many points between commits.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn interrupted_import_continues_where_it_stopped(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let mut lines = assortment();
    // Every fifth line is invalid: 8 are refused and 32 imported, besides the 20 of the assortment.
    for number in 0..40 {
        lines.push(product(&format!("q{number}"), &if number % 5 == 0 { json!({"price": 0}) } else { json!({}) }));
    }
    let file = TestFile::of_lines(&lines);

    // The last line written, and whether the import is finished.
    let progress = async || {
        let job = "select line, finished_at is not null from import_job";
        sqlx::query_as::<_, (i64, bool)>(job).fetch_optional(&pool).await.unwrap().unwrap_or_default()
    };

    let mut interruptions = 0;
    while !progress().await.1 {
        let before = progress().await;
        let (app, args) = (shop.app.clone(), file.args.clone());
        let running = tokio::spawn(async move { catalog::import(&app, &args).await });
        while progress().await == before && !running.is_finished() {}
        tokio::time::sleep(Duration::from_millis(3 * (interruptions % 9))).await;
        running.abort();
        let _ = running.await;
        interruptions += 1;
    }

    assert!(interruptions > 3, "the import was interrupted {interruptions} times");
    let counts: (i64, i64, i64, i64) =
        sqlx::query_as("select fresh, changed, same, refused from import_job").fetch_one(&pool).await.unwrap();
    assert_eq!(counts, (52, 0, 0, 8), "no line was imported twice");
    assert_eq!(file.report(), (0..8).map(|index| format!("{} price out_of_range", 21 + 5 * index)).collect::<Vec<_>>());
    assert_eq!((shop.product_changed_count().await, shop.list_errors().await.len()), (52, 0));

    let contents = table_contents(&pool).await;
    sqlx::query("delete from product").execute(&pool).await.unwrap();
    sqlx::query("truncate import_job cascade").execute(&pool).await.unwrap();
    assert_eq!(file.import(&shop).await.unwrap(), tally(52, 0, 0, 8));
    assert_eq!(table_contents(&pool).await, contents, "the same as without interruptions");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn concurrent_imports_succeed(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    let mut backwards = assortment();
    backwards.reverse();
    for line in &mut backwards {
        line["price"] = json!(5000);
    }
    let (one, other) = (TestFile::of_lines(&assortment()), TestFile::of_lines(&backwards));
    let (one, other) = tokio::join!(one.import(&shop), other.import(&shop));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!((one.fresh + other.fresh, one.changed + other.changed), (20, 20), "the second writer changes the price");
    assert_eq!(shop.list_errors().await.len(), 0);

    let file = TestFile::of_lines(&[product("x", &json!({})), product("y", &json!({}))]);
    let (first, second) = tokio::join!(file.import(&shop), file.import(&shop));
    let errors = [first, second].into_iter().filter_map(Result::err).map(|error| error.to_string()).collect::<String>();
    assert!(["", "another process is importing this file"].contains(&errors.as_str()), "{errors}");
    assert!(shop.page_of("y").await.is_ok());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unreadable_files_are_refused(pool: PgPool) {
    let shop = empty_shop(pool).await;
    for (name, text, expected_error) in
        [("a.csv", "slug,prise\n", "unknown column prise"), ("a.csv", "", "is empty"), ("a.txt", "{}", "set --format")]
    {
        let error = format!("{:#}", TestFile::of(name, text).import(&shop).await.unwrap_err());
        assert!(error.contains(expected_error), "{error}");
    }

    let mut missing = TestFile::of("a.jsonl", "");
    missing.args.file = PathBuf::from("/nowhere/products.jsonl");
    assert!(missing.import(&shop).await.unwrap_err().to_string().contains("cannot read"));

    let mut with_format = TestFile::of("a.txt", format!("{}\n", product("a", &json!({}))));
    with_format.args.format = Some(Format::Jsonl);
    assert_eq!(with_format.import(&shop).await.unwrap(), tally(1, 0, 0, 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn exported_shop_can_be_imported(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    TestFile::of_lines(&assortment()).import(&shop).await.unwrap();
    let before = table_contents(&pool).await;
    for name in ["all.jsonl", "all.csv"] {
        let mut exported = TestFile::of(name, "");
        assert_eq!(
            catalog::export(&shop.app, &ExportArgs { file: exported.args.file.clone(), format: None }).await.unwrap(),
            20
        );
        // Truncating publishes no events, so the deletion is announced as a change of the tree.
        sqlx::raw_sql("truncate product cascade; insert into outbox (kind, payload) values ('tree_changed', '{}')")
            .execute(&pool)
            .await
            .unwrap();
        shop.clock.advance(chrono::TimeDelta::days(1));
        exported.args.batch = NonZeroUsize::new(2_000).unwrap();
        assert_eq!(exported.import(&shop).await.unwrap(), tally(20, 0, 0, 0), "{:?}", exported.report());
        assert_eq!(table_contents(&pool).await, before, "{name}");
        assert_eq!(shop.list_errors().await.len(), 0);
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn generated_shop_can_be_imported(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let folder: PathBuf = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo").into();
    catalog::load(&shop.app, &kit::config::LoadArgs { folder: folder.clone(), pictures: None, sample: 100 })
        .await
        .unwrap();
    let generate = |seed| {
        let mut lines = Vec::new();
        catalog::generate(
            &GenerateArgs { products: Some(300), categories: None, seed, shop: folder.clone() },
            &mut lines,
        )
        .unwrap();
        lines
    };
    assert!(generate(1) == generate(1), "a seed is reproducible");
    assert!(generate(1) != generate(2));
    let file = TestFile::of("generated.jsonl", generate(7));
    let outcome = file.import(&shop).await.unwrap();
    assert_eq!(outcome, tally(300, 0, 0, 0), "{:?}", file.report());
    assert_eq!(shop.list_errors().await.len(), 0);
}
