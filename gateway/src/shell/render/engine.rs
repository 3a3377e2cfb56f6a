//! A QuickJS engine within limits of time, memory and stack.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use anyhow::anyhow;
use rquickjs::{CatchResultExt as _, CaughtError, Context, Ctx, Function, Promise, Runtime};

/// In bytes.
const MEMORY_LIMIT: usize = 96 << 20;
/// In bytes. React renders recursively.
pub const STACK_SIZE: usize = 4 << 20;
const LOAD_TIMEOUT: Duration = Duration::from_secs(5);
/// `render(address, state)` returns a promise of HTML.
const RENDER: &str = "render";

pub struct Engine {
    context: Context,
    /// The time at which running code is interrupted.
    deadline: Rc<Cell<Instant>>,
}

impl Engine {
    pub fn load(script: &str) -> anyhow::Result<Self> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MEMORY_LIMIT);
        // The rest of the stack is left for the engine's native frames.
        runtime.set_max_stack_size(STACK_SIZE / 4);
        let deadline = Rc::new(Cell::new(Instant::now() + LOAD_TIMEOUT));
        let end = deadline.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() >= end.get())));
        let context = Context::full(&runtime)?;
        context.with(|ctx| ctx.eval::<(), _>(script).catch(&ctx).map_err(|error| message(&error)))?;
        Ok(Self { context, deadline })
    }

    /// After an error the engine must be replaced.
    pub fn render(&self, address: &str, state: &str, deadline: Instant) -> anyhow::Result<String> {
        self.deadline.set(deadline);
        self.context.with(|ctx| Self::call(&ctx, address, state).catch(&ctx).map_err(|error| message(&error)))
    }

    fn call(ctx: &Ctx<'_>, address: &str, state: &str) -> rquickjs::Result<String> {
        let render: Function<'_> = ctx.globals().get(RENDER)?;
        let page: Promise<'_> = render.call((address, state))?;
        page.finish()
    }
}

/// Converts an error to text, because its JavaScript value cannot leave the engine.
fn message(error: &CaughtError<'_>) -> anyhow::Error {
    anyhow!("{error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn render_waits_for_the_promise_of_the_script() {
        let engine = Engine::load(
            "globalThis.render = async (address, state) => `${address}: ${await JSON.parse(state).title}`",
        );
        let html = engine.unwrap().render("/ə", r#"{"title": "Gül"}"#, soon()).unwrap();
        assert_eq!(html, "/ə: Gül");
    }

    #[test]
    fn the_message_of_a_thrown_error_is_returned() {
        let engine = Engine::load("globalThis.render = async () => { throw new Error('no such shelf') }").unwrap();
        let error = engine.render("/", "{}", soon()).unwrap_err();
        assert!(error.to_string().contains("no such shelf"), "{error}");
    }

    #[test]
    fn rendering_stops_at_the_deadline() {
        for endless_code in ["for (;;) {}", "await new Promise(() => {})", "for (;;) await null"] {
            let engine = Engine::load(&format!("globalThis.render = async () => {{ {endless_code} }}")).unwrap();
            let started = Instant::now();
            assert!(engine.render("/", "{}", started + Duration::from_millis(20)).is_err(), "{endless_code}");
            assert!(started.elapsed() < Duration::from_secs(10), "{endless_code}");
        }
    }

    #[test]
    fn memory_and_stack_are_limited() {
        for greedy in
            ["const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", "(function down() { down() })()"]
        {
            let engine = Engine::load(&format!("globalThis.render = async () => {{ {greedy} }}")).unwrap();
            assert!(engine.render("/", "{}", soon()).is_err(), "{greedy}");
        }
    }

    #[test]
    fn an_invalid_script_is_refused() {
        assert!(Engine::load("render = ").is_err());
    }
}
