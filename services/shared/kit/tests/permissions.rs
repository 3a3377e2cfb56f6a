//! `docs/PERMISSIONS.md` is written from the roles and the contract.

use std::{fmt::Write as _, path::Path};

use kit::permission::{self, Role};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/PERMISSIONS.md");

const TEXT: &str = "a string takes all text";

fn document() -> String {
    let roles: Vec<_> = Role::ALL.iter().map(|role| role.key()).collect();
    let mut text = String::from(
        "# Permissions of staff

Roles are granted to accounts. A role is a set of permissions, declared in `services/shared/kit/src/permission.rs`. A
method of the contract names the permission that it needs (`option (sovqat.common.v1.permission)` in `proto/`), and its
service checks it. A test calls every such method as every role. This file is generated: `UPDATE_DOCS=1 cargo test -p kit
--test permissions`.

",
    );
    writeln!(text, "| permission | {} |", roles.join(" | ")).expect(TEXT);
    writeln!(text, "|---|{}", ":-:|".repeat(roles.len())).expect(TEXT);
    for permission in permission::all() {
        let cells = Role::ALL.iter().map(|role| if role.permissions().contains(permission) { "✓" } else { "" });
        writeln!(text, "| `{}` | {} |", permission::name(*permission), cells.collect::<Vec<_>>().join(" | "))
            .expect(TEXT);
    }
    text.push_str("\n## Methods\n\n| method | permission |\n|---|---|\n");
    for (path, number) in proto::PERMISSIONS {
        let permission = proto::common::Permission::try_from(*number).expect("the number of a permission");
        writeln!(text, "| `{}` | `{}` |", path.trim_start_matches("/sovqat."), permission::name(permission))
            .expect(TEXT);
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
fn owners_may_do_everything_and_customers_nothing() {
    assert!(permission::all().iter().all(|permission| permission::is_granted(["owner"], *permission)));
    assert!(permission::all().iter().all(|permission| !permission::is_granted(["blogger", "operator"], *permission)));
    assert_eq!(
        permission::granted(["support"]).map(permission::name).collect::<Vec<_>>(),
        ["orders_read", "reviews_read", "tickets_read", "tickets_write"]
    );
}
