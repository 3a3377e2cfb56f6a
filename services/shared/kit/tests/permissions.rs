//! Tests the permissions of roles, and writes `docs/PERMISSIONS.md`.

use std::{fmt::Write as _, path::Path};

use kit::permission::{self, Grant, Role, Scope};
use proto::common::Permission;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/PERMISSIONS.md");

const CANNOT_FAIL: &str = "writing to a string cannot fail";

fn document() -> String {
    let roles: Vec<_> = Role::ALL.iter().map(|role| role.key()).collect();
    let mut text = String::from(
        "# Permissions of staff

Roles are granted to accounts. A role is a set of permissions, declared in `services/shared/kit/src/permission.rs`. A
method of the contract names the permission that it needs (`option (sovqat.common.v1.permission)` in `proto/`), and its
service checks it. A test calls every such method as every role. Only sessions with a second factor have roles.

A role of one store (`store_owner@17`) gives its permissions for that store alone, and only in methods marked \"own store\".
Methods marked \"step-up\" need a second factor of the last ten minutes; calls of those marked \"personal data\" are
written to the audit log. This file is generated: `UPDATE_DOCS=1 cargo test -p kit --test permissions`.

",
    );
    writeln!(text, "| permission | {} |", roles.join(" | ")).expect(CANNOT_FAIL);
    writeln!(text, "|---|{}", ":-:|".repeat(roles.len())).expect(CANNOT_FAIL);
    for permission in permission::all() {
        let cells = Role::ALL.iter().map(|role| if role.permissions().contains(permission) { "✓" } else { "" });
        writeln!(text, "| `{}` | {} |", permission::name(*permission), cells.collect::<Vec<_>>().join(" | "))
            .expect(CANNOT_FAIL);
    }
    text.push_str("\n## Methods\n\n| method | permission | |\n|---|---|---|\n");
    for (path, number) in proto::PERMISSIONS {
        let permission = Permission::try_from(*number).expect("the number of a permission");
        let marks = [
            (proto::STEP_UP, "step-up"),
            (proto::READS_PERSONAL_DATA, "personal data"),
            (proto::STORE_SCOPE, "own store"),
        ];
        let marks = marks.iter().filter(|(methods, _)| methods.binary_search(path).is_ok()).map(|(_, mark)| *mark);
        let (method, marks) = (path.trim_start_matches("/sovqat."), marks.collect::<Vec<_>>().join(", "));
        writeln!(text, "| `{method}` | `{}` | {marks} |", permission::name(permission)).expect(CANNOT_FAIL);
    }
    text
}

#[test]
fn the_document_is_current() {
    let expected = document();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, &expected).unwrap();
    }
    let found = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(found == expected, "run `UPDATE_DOCS=1 cargo test -p kit --test permissions`");
}

#[test]
fn a_role_of_a_store_is_granted_for_that_store_only() {
    for wrong in ["store_owner", "store_owner@", "store_owner@0", "store_owner@-1", "manager@1", "nobody", ""] {
        assert!(wrong.parse::<Grant>().is_err(), "{wrong}");
    }
    assert_eq!("store_owner@17".parse::<Grant>().unwrap().to_string(), "store_owner@17");
    let both = ["store_owner@17", "store_staff@3"];
    assert_eq!(permission::scope(both, Permission::PromotionsWrite), Some(Scope::Stores(vec![17])));
    assert_eq!(permission::scope(both, Permission::PromotionsRead), Some(Scope::Stores(vec![17, 3])));
    assert_eq!(permission::scope(both, Permission::OrdersRead), None);
    assert_eq!(permission::scope(["store_staff@3", "marketing"], Permission::PromotionsRead), Some(Scope::Shop));
    assert!(!permission::is_granted(both, Permission::PromotionsRead), "not for the whole shop");
}

#[test]
fn owners_may_do_everything_and_customers_nothing() {
    assert!(permission::all().iter().all(|permission| permission::is_granted(["owner"], *permission)));
    assert!(permission::all().iter().all(|permission| !permission::is_granted(["blogger", "operator"], *permission)));
    assert_eq!(
        permission::granted(["support"]).map(permission::name).collect::<Vec<_>>(),
        [
            "orders_read",
            "reviews_read",
            "tickets_read",
            "tickets_write",
            "customers_read",
            "products_read",
            "stores_read",
            "colleagues_read"
        ]
    );
}
