//! The audit logs of all services, which the gateway merges to one list and one file.

use kit::permission::Role;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, send, text};

const AUDIT: &str = "/api/v1/admin/audit";

/// Makes changes that the services `seo` and `auth` record in their audit logs.
async fn write_audit_entries(shop: &TestShop, operator: &str) {
    for lines in ["Disallow: /a", "Disallow: /b"] {
        let saved = shop.put_as(operator, "/api/v1/admin/seo/robots", &json!({"text": lines})).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let invitation = json!({"phoneNumber": "+994501234567", "role": "support"});
        let invited = shop.post_as(operator, "/api/v1/admin/staff/invitations", &invitation).await;
        assert_eq!(invited.status, 200, "{}", invited.text);
    }
}

async fn read_pages(shop: &TestShop, operator: &str, limit: usize) -> Vec<Value> {
    let (mut entries, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = shop.get_as(operator, &format!("{AUDIT}?limit={limit}&cursor={cursor}")).await.data();
        assert_eq!(page["missing"], json!([]));
        let page_entries = page["entries"].as_array().expect("entries").clone();
        assert!(page_entries.len() <= limit);
        entries.extend(page_entries);
        match page["nextCursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return entries,
        }
    }
}

#[sqlx::test(migrations = false)]
async fn the_list_merges_all_logs_in_pages_of_any_size(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    write_audit_entries(&shop, &operator).await;
    let entries = read_pages(&shop, &operator, 200).await;
    let count = |service: &str| entries.iter().filter(|entry| entry["service"] == service).count();
    assert!(count("seo") >= 2, "{entries:?}");
    assert!(count("auth") >= 2, "{entries:?}");
    let is_newest_first = entries.windows(2).all(|pair| text(&pair[0]["at"]) >= text(&pair[1]["at"]));
    assert!(is_newest_first, "{entries:?}");
    for limit in [1, 3] {
        assert_eq!(read_pages(&shop, &operator, limit).await, entries, "{limit}");
    }
    let own = shop.get_as(&operator, &format!("{AUDIT}?accountId={}", entries[0]["accountId"])).await.data();
    assert_eq!(own["entries"].as_array().map(Vec::len), Some(entries.len()), "only the operator has worked");
    let nobody = shop.get_as(&operator, &format!("{AUDIT}?accountId=999999999")).await.data();
    assert_eq!(nobody["entries"], json!([]));
    for (query, problem) in [
        ("cursor=x", "422 validation_failed cursor=invalid"),
        ("limit=0", "422 validation_failed limit=out_of_range"),
        ("limit=201", "422 validation_failed limit=out_of_range"),
        ("since=yesterday", "422 validation_failed since=wrong_type"),
    ] {
        assert_eq!(shop.get_as(&operator, &format!("{AUDIT}?{query}")).await.problem(), problem);
    }
    let manager = shop.staff(Role::Manager).await;
    assert_eq!(shop.get_as(&manager, AUDIT).await.problem(), "403 forbidden");
}

#[sqlx::test(migrations = false)]
async fn the_export_has_every_entry_and_fails_without_one_of_the_logs(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    write_audit_entries(&shop, &operator).await;
    let count = read_pages(&shop, &operator, 200).await.len();
    let path = format!("{AUDIT}.csv");
    let file = shop.get_as(&operator, &path).await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"audit.csv\"");
    assert_eq!(file.header("cache-control"), "private, no-store");
    let mut lines = file.text.split("\r\n");
    assert!(lines.next().is_some_and(|header| header.starts_with("\u{feff}at,service,id,accountId,action,")));
    assert_eq!(lines.filter(|line| !line.is_empty()).count(), count, "{}", file.text);

    shop.kill_catalog();
    let page = shop.get_as(&operator, AUDIT).await.data();
    assert_eq!(page["missing"], json!(["catalog"]));
    assert_eq!(page["entries"].as_array().map(Vec::len), Some(count));
    let refused = send(shop.request(Method::GET, &path).bearer_auth(&operator)).await;
    assert_eq!(refused.problem(), "503 service_unavailable");
}
