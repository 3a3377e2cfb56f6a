//! Formats of uploaded files, unreadable files, templates and exports.

use std::io::{Cursor, Write as _};

use proto::catalog::{ImportState, ImportTemplateRequest, ProductFileFormat, ProductRowsRequest};
use serde_json::json;
use sqlx::PgPool;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    import_desk::counts,
    shop::{TestShop, product, refusal, size_line},
};

fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let cell = |text: &&str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |row: &&[&str]| format!("<row>{}</row>", row.iter().map(cell).collect::<Vec<_>>().concat());
    let rows = rows.iter().map(row).collect::<Vec<_>>().concat();

    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";

    let relation = |id: &str, kind: &str, target: &str| {
        format!(
            "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"{id}\" Type=\"{relations}/{kind}\" \
             Target=\"{target}\"/></Relationships>"
        )
    };

    let types = format!(
        "<Types xmlns=\"{package}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
         ContentType=\"application/xml\"/></Types>"
    );
    let book = format!(
        "<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/>\
         </sheets></workbook>"
    );

    let parts = [
        ("[Content_Types].xml", types),
        ("_rels/.rels", relation("rId1", "officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", relation("rId1", "worksheet", "worksheets/sheet1.xml")),
        ("xl/worksheets/sheet1.xml", format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>")),
    ];

    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn every_format_is_read(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    // Each file has one valid and one invalid product.
    let book =
        workbook(&[&["Название", "Цена", "Остаток"], &["Роза", "10.5", "3"], &["", "", ""], &["Тюльпан", "x", "1"]]);

    let yml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE yml_catalog SYSTEM \"shops.dtd\">\n\
               <yml_catalog><shop><offers>\n\
               <offer id=\"lale-7\" available=\"true\">\n<name>L&amp;ale <![CDATA[& gül]]></name><price>7</price><count>2</count>\
               <param name=\"Rəng\">ağ</param></offer>\n\
               <offer id=\"pis\"><name>Pis &owner;</name><price>7</price></offer>\n</offers></shop></yml_catalog>";

    let line = json!({"slug": "json-gul", "store": "gul-evi", "category": "lale", "name": {"az": "Gül"},
                      "description": {"az": ""}, "price": 500, "stock": 1, "rating": 5.0, "reviews": 100});

    for (name, file, errors) in [
        ("gullər.xlsx", book, vec!["4 Цена invalid"]),
        ("feed.xml", yml.as_bytes().to_vec(), vec!["6  xml_entity"]),
        ("mehsullar.jsonl", format!("{line}\n{{").into_bytes(), vec!["2  not_json"]),
    ] {
        let checked = shop.checked_import(name, file).await;
        assert_eq!((checked.state(), counts(&checked)), (ImportState::Checked, (1, 0, 0, 1)), "{name}");
        assert_eq!(shop.import_errors(checked.id).await, errors, "{name}");
        shop.start_import_of_valid_lines(&checked).await.unwrap();
        assert_eq!(shop.work_on(checked.id).await.state(), ImportState::Done, "{name}");
    }

    assert_eq!(shop.price_and_stock("roza").await, (1_050, 3));
    assert_eq!(shop.price_and_stock("lale-7").await, (700, 2));
    assert_eq!(shop.page_of("lale-7").await.unwrap().name, "L&ale & gül");
    let imported = shop.page_of("json-gul").await.unwrap();
    assert_eq!((imported.price, imported.rating, imported.review_count), (500, 0.0, 0), "ratings are the shop's own");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn files_that_cannot_be_read_fail_with_a_reason(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let entities =
        "<!DOCTYPE a [<!ENTITY b \"bb\">]><yml_catalog><offer id=\"1\"><name>&b;</name></offer></yml_catalog>";

    let cases: [(&str, &[u8], &str); 7] = [
        ("a.xlsx", b"not a workbook", "unreadable_file"),
        ("a.xml", entities.as_bytes(), "xml_entity"),
        ("a.xml", b"<yml_catalog><offer id=\"1\">", "invalid_xml"),
        ("a.yml", b"<yml_catalog></yml_catalog>", "unreadable_file"),
        ("a.csv", b"slug,price\n", "no_lines"),
        ("a.csv", b"slug,\xff\na,1\n", "not_utf8"),
        ("a.jsonl", b"\n\n", "no_lines"),
    ];
    for (name, file, failure) in cases {
        let import = shop.read_import(name, file).await;
        assert_eq!((import.state(), import.failure.as_deref()), (ImportState::Failed, Some(failure)), "{name}");
    }

    let pieces: i64 =
        sqlx::query_scalar("select count(*) from product_import_piece").fetch_one(&shop.app.pool).await.unwrap();
    assert_eq!(pieces, 0, "files of failed imports are deleted");

    let empty = shop.upload_import("a.csv", b"").await;
    assert_eq!(refusal(empty), "validation_failed file: required");
    assert_eq!(refusal(shop.upload_import("a.pdf", b"x").await), "validation_failed fileName: unknown_format");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn template_can_be_imported(pool: PgPool) {
    let shop = TestShop::start_with(pool, []).await;
    let query = "select category_id from category where slug = 'qizilgul'";
    let category_id = sqlx::query_scalar(query).fetch_one(&shop.app.pool).await.unwrap();
    let request = shop.signed_by_operator(ImportTemplateRequest { category_id });
    let template = shop.import_desk().template(request).await.unwrap().into_inner();
    assert_eq!(template.file_name, "qizilgul.csv");
    let checked = shop.checked_import(&template.file_name, &template.csv).await;
    assert_eq!(shop.import_errors(checked.id).await, [] as [&str; 0]);
    assert_eq!(counts(&checked), (1, 0, 0, 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn exported_list_can_be_imported_without_a_change(pool: PgPool) {
    let sizes = json!([size_line("S", 700, 3), size_line("L", 900, 4)]);
    // Spreadsheets would run these as formulas, so an export puts an apostrophe before them.
    let formula = json!({"az": "=1+1", "ru": "@a", "en": "-1"});

    let products = [
        product(
            "a",
            &json!({"fields": {"color": ["red", "white"], "stems": 51, "fresh": true}, "also": ["hediyyeler"]}),
        ),
        product("b", &json!({"sizes": sizes, "price": 1050, "preparationDays": 2})),
        product(
            "c",
            &json!({"name": formula, "description": {"az": "A < B & \"C\"\nD"}, "price": 2000, "discounted": 1999,
                             "discountFrom": "2026-01-01T00:00:00Z"}),
        ),
        product("d", &json!({"store": "sirin-ev", "category": "hediyyeler"})),
    ];

    let shop = TestShop::start_with(pool, products).await;
    for (format, name) in
        [(ProductFileFormat::Csv, "a.csv"), (ProductFileFormat::Xlsx, "a.xlsx"), (ProductFileFormat::Yml, "a.xml")]
    {
        let file = shop.export_products(format, ProductRowsRequest::default()).await;
        let checked = shop.checked_import(name, &file).await;
        assert_eq!(shop.import_errors(checked.id).await, [] as [&str; 0], "{name}");
        assert_eq!(counts(&checked), (0, 0, 4, 0), "{name}");
    }

    let csv =
        String::from_utf8(shop.export_products(ProductFileFormat::Csv, ProductRowsRequest::default()).await).unwrap();
    assert!(csv.contains(",'=1+1,'@a,'-1,"), "{csv}");

    let filter = ProductRowsRequest { store_id: Some(2), ..ProductRowsRequest::default() };
    let checked = shop.checked_import("a.csv", shop.export_products(ProductFileFormat::Csv, filter).await).await;
    assert_eq!(checked.total, 1);
}
