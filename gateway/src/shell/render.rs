//! Server-side rendering with QuickJS, a small JavaScript engine, on separate threads.

mod engine;

use std::{
    fmt,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use kit::telemetry::names;
use tokio::sync::oneshot;

use self::engine::{Engine, STACK_SIZE};

/// The script is in a directory that is not served.
const SCRIPT: &str = ".vite/render.js";
/// A longer queue would exceed the timeout.
const QUEUE_PER_THREAD: usize = 4;
/// Each thread uses about 13 MB of memory.
const MAX_THREADS: usize = 8;

/// Passes pages to the rendering threads. Dropping it ends them.
pub struct Renderer {
    jobs: SyncSender<Job>,
    timeout: Duration,
}

struct Job {
    address: String,
    state: Arc<str>,
    deadline: Instant,
    reply: oneshot::Sender<anyhow::Result<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderFailure {
    Late,
    Busy,
    /// The script failed, or no thread is left.
    Broken,
}

impl Renderer {
    /// `None` if the build has no rendering script.
    pub fn open(web: &Path, timeout: Duration) -> Option<Self> {
        let path = web.join(SCRIPT);
        match std::fs::read_to_string(&path) {
            Ok(script) => Some(Self::start(&script, timeout)),
            Err(error) => {
                tracing::warn!(%error, "Cannot read {}; pages are sent without rendered HTML", path.display());
                None
            }
        }
    }

    fn start(script: &str, timeout: Duration) -> Self {
        let threads = threads();
        let (jobs, queue) = sync_channel(threads * QUEUE_PER_THREAD);
        let (script, queue): (Arc<str>, _) = (script.into(), Arc::new(Mutex::new(queue)));
        for _ in 0..threads {
            let (script, queue) = (script.clone(), queue.clone());
            let thread = thread::Builder::new().name("render".to_owned()).stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn(move || run_thread(&script, &queue)) {
                tracing::warn!(%error, "A rendering thread could not be started");
            }
        }
        Self { jobs, timeout }
    }

    pub async fn render(&self, address: String, state: Arc<str>) -> Result<String, RenderFailure> {
        let started = Instant::now();
        let result = self.submit(address, state, started + self.timeout).await;
        let name = match &result {
            Ok(_) => "rendered",
            Err(failure) => failure.name(),
        };
        metrics::histogram!(names::RENDER_DURATION, "outcome" => name).record(started.elapsed().as_secs_f64());
        result
    }

    async fn submit(&self, address: String, state: Arc<str>, deadline: Instant) -> Result<String, RenderFailure> {
        let (reply, response) = oneshot::channel();
        self.jobs.try_send(Job { address, state, deadline, reply }).map_err(|refused| match refused {
            TrySendError::Full(_) => RenderFailure::Busy,
            TrySendError::Disconnected(_) => RenderFailure::Broken,
        })?;
        match tokio::time::timeout_at(deadline.into(), response).await {
            Ok(Ok(Ok(html))) => Ok(html),
            // At the deadline, the engine interrupts the script, which also fails.
            Ok(_) if Instant::now() < deadline => Err(RenderFailure::Broken),
            _ => Err(RenderFailure::Late),
        }
    }
}

impl RenderFailure {
    fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Busy => "busy",
            Self::Broken => "broken",
        }
    }
}

impl fmt::Display for RenderFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Half of the processors render; the others fetch data.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().div_ceil(2)).min(MAX_THREADS)
}

fn run_thread(script: &str, queue: &Mutex<Receiver<Job>>) {
    let mut engine = match Engine::load(script) {
        Ok(engine) => engine,
        Err(error) => return tracing::warn!("The rendering script cannot be loaded: {error:#}"),
    };
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { address, state, deadline, reply }) = next else { return };
        if reply.is_closed() || Instant::now() >= deadline {
            continue;
        }
        let result = engine.render(&address, &state, deadline);
        let has_failed = result.is_err();
        if let Err(error) = &result {
            tracing::debug!("Rendering a page failed: {error:#}");
        }
        let _ = reply.send(result);
        // After a failure, the engine is in an unknown state.
        if has_failed {
            match Engine::load(script) {
                Ok(fresh) => engine = fresh,
                Err(error) => return tracing::warn!("The rendering script cannot be reloaded: {error:#}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two values of the state make it fail.
    const APP: &str = r"globalThis.render = async (address, state) => {
        if (state === 'thrown') throw new Error('nothing to show')
        if (state === 'endless') for (;;) {}
        return `<h1>${address}</h1>`
    }";
    /// Enough time to load the script.
    const LONG_TIMEOUT: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_page_is_rendered() {
        let renderer = Renderer::start(APP, LONG_TIMEOUT);
        assert_eq!(renderer.render("/ru".into(), "{}".into()).await.unwrap(), "<h1>/ru</h1>");
    }

    #[tokio::test]
    async fn a_failure_returns_immediately_and_does_not_affect_the_next_page() {
        let renderer = Renderer::start(APP, LONG_TIMEOUT);
        assert_eq!(renderer.render("/".into(), "thrown".into()).await, Err(RenderFailure::Broken));
        assert_eq!(renderer.render("/".into(), "{}".into()).await.unwrap(), "<h1>/</h1>");
    }

    #[tokio::test]
    async fn rendering_stops_at_the_timeout_and_threads_can_be_reused() {
        let mut renderer = Renderer::start(APP, LONG_TIMEOUT);
        renderer.render("/".into(), "{}".into()).await.unwrap();
        renderer.timeout = Duration::from_millis(50);
        let started = Instant::now();
        let unfinished = (0..threads()).map(|_| renderer.render("/".into(), "endless".into()));
        assert!(
            futures::future::join_all(unfinished).await.into_iter().all(|result| result == Err(RenderFailure::Late))
        );
        assert!(started.elapsed() < LONG_TIMEOUT / 2, "{:?}", started.elapsed());
        renderer.timeout = LONG_TIMEOUT;
        assert_eq!(renderer.render("/".into(), "{}".into()).await.unwrap(), "<h1>/</h1>");
    }

    #[tokio::test]
    async fn concurrent_pages_get_their_own_html_and_a_full_queue_is_refused() {
        let renderer = Renderer::start(APP, LONG_TIMEOUT);
        let pages = (0..200).map(|number| renderer.render(format!("/{number}"), "{}".into()));
        let results = futures::future::join_all(pages).await;
        for (number, result) in results.iter().enumerate() {
            let is_own_html = result == &Ok(format!("<h1>/{number}</h1>"));
            assert!(is_own_html || result == &Err(RenderFailure::Busy), "{number}: {result:?}");
        }
        assert!(results.iter().filter(|result| result.is_ok()).count() >= QUEUE_PER_THREAD, "{results:?}");
    }

    #[tokio::test]
    async fn an_invalid_script_is_reported_as_broken() {
        let renderer = Renderer::start("render = ", LONG_TIMEOUT);
        assert_eq!(renderer.render("/".into(), "{}".into()).await, Err(RenderFailure::Broken));
        assert!(Renderer::open(Path::new("nowhere"), LONG_TIMEOUT).is_none());
    }
}
