//! All Rust tests, on a real PostgreSQL. The few that fail beside a thousand others are run once more without them: a test
//! that only a crowded machine can break is named, and does not stop the house. One that is broken fails again.

use super::Outcome;
use crate::regen::Workshop;
use crate::task;
use anyhow::Result;
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::rc::Rc;

/// More than these are no accident.
const ACCIDENTS: usize = 5;

pub fn run(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let Err(failure) = cargo_test(&shop, "test", &[]).await else { return Ok(Outcome::Passed) };
        let said = std::fs::read_to_string(shop.log("test")).unwrap_or_default();
        let Some(again) = worth_another_try(&said) else { return Err(failure) };
        cargo_test(&shop, "test-again", &again).await?;
        shop.board.say(&format!("passed when run again: {}", again.join(", ")));
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// All of them, or those named only.
async fn cargo_test(shop: &Workshop, name: &'static str, only: &[&str]) -> Result<()> {
    let url = shop.cluster().await?.url("postgres");
    let mut command = shop.checkout.cargo();
    // The macros stay offline; only `sqlx::test` asks for this at run time.
    command.args(["test", "--workspace", "--no-fail-fast"]).env("DATABASE_URL", url);
    if !only.is_empty() {
        command.args(["--", "--exact"]).args(only);
    }
    task::output_to(name, &mut command, &shop.log(name)).await
}

/// The tests that failed, when all that went wrong is that a few did: everything compiled, no program broke down.
fn worth_another_try(said: &str) -> Option<Vec<&str>> {
    let failed: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED")).collect();
    let programs = said.lines().filter(|line| line.starts_with("test result: FAILED")).count();
    let broken = said.lines().filter(|line| line.starts_with("error: test failed, to rerun pass")).count();
    let is_few = !failed.is_empty() && failed.len() <= ACCIDENTS;
    (is_few && programs == broken && failed.iter().all(|name| !name.contains(' '))).then_some(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "test a::one ... ok\ntest a::two ... FAILED\n\nfailures:\n    a::two\n\n\
        test result: FAILED. 1 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `-p store --test it`\n";

    #[test]
    fn a_few_failures_are_worth_another_try() {
        assert_eq!(worth_another_try(ONE), Some(vec!["a::two"]));
    }

    #[test]
    fn many_are_not_nor_is_a_program_that_broke_down_or_did_not_compile() {
        assert_eq!(worth_another_try(&ONE.repeat(6)), None);
        assert_eq!(worth_another_try(&format!("{ONE}error: test failed, to rerun pass `-p order --test it`\n")), None);
        assert_eq!(worth_another_try("error: could not compile `store`\n"), None);
    }
}
