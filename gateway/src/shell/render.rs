//! Server-side rendering of the first HTML. The web app's build includes its React tree as one script, which QuickJS
//! runs on separate threads. If rendering fails or takes too long, the page is sent without it and the browser renders
//! it.

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

use self::engine::{Engine, STACK};

/// Next to Vite's manifest, in a directory that is not served.
const SCRIPT: &str = ".vite/render.js";
/// Waiting pages per thread; a longer queue would exceed the timeout.
const QUEUE: usize = 4;
/// Half of the processors render; the others fetch data. Each thread uses about 13 MB of memory.
const MOST_THREADS: usize = 8;

/// The rendering threads of one build of the web app. They end when it is dropped.
pub struct Renderer {
    jobs: SyncSender<Job>,
    within: Duration,
}

struct Job {
    address: String,
    state: Arc<str>,
    until: Instant,
    reply: oneshot::Sender<anyhow::Result<String>>,
}

/// Why a page is sent without first HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Miss {
    Late,
    Busy,
    Broken,
}

impl Renderer {
    /// Starts the threads, or returns `None` if the build has no rendering script.
    pub fn open(web: &Path, within: Duration) -> Option<Self> {
        let path = web.join(SCRIPT);
        match std::fs::read_to_string(&path) {
            Ok(script) => Some(Self::start(&script, within)),
            Err(error) => {
                tracing::warn!(%error, "{} cannot be read: pages go out without their first HTML", path.display());
                None
            }
        }
    }

    fn start(script: &str, within: Duration) -> Self {
        let threads = threads();
        let (jobs, queue) = sync_channel(threads * QUEUE);
        let (script, queue): (Arc<str>, _) = (script.into(), Arc::new(Mutex::new(queue)));
        for _ in 0..threads {
            let (script, queue) = (script.clone(), queue.clone());
            let thread = thread::Builder::new().name("render".to_owned()).stack_size(STACK);
            if let Err(error) = thread.spawn(move || work(&script, &queue)) {
                tracing::warn!(%error, "A thread that renders could not be started");
            }
        }
        Self { jobs, within }
    }

    /// Renders a page. `state` is the same data that the document contains.
    pub async fn render(&self, address: String, state: Arc<str>) -> Result<String, Miss> {
        let begun = Instant::now();
        let outcome = self.ask(address, state, begun + self.within).await;
        let name = match &outcome {
            Ok(_) => "rendered",
            Err(miss) => miss.name(),
        };
        metrics::histogram!(names::RENDER_DURATION, "outcome" => name).record(begun.elapsed().as_secs_f64());
        outcome
    }

    async fn ask(&self, address: String, state: Arc<str>, until: Instant) -> Result<String, Miss> {
        let (reply, answer) = oneshot::channel();
        self.jobs.try_send(Job { address, state, until, reply }).map_err(|refused| match refused {
            TrySendError::Full(_) => Miss::Busy,
            TrySendError::Disconnected(_) => Miss::Broken,
        })?;
        match tokio::time::timeout_at(until.into(), answer).await {
            Ok(Ok(Ok(html))) => Ok(html),
            Ok(_) if Instant::now() < until => Err(Miss::Broken),
            _ => Err(Miss::Late),
        }
    }
}

impl Miss {
    fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Busy => "busy",
            Self::Broken => "broken",
        }
    }
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2)).min(MOST_THREADS)
}

fn work(script: &str, queue: &Mutex<Receiver<Job>>) {
    let mut engine = match Engine::load(script) {
        Ok(engine) => engine,
        Err(error) => return tracing::warn!("What should render pages cannot be loaded: {error:#}"),
    };
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { address, state, until, reply }) = next else { return };
        // The request has timed out.
        if reply.is_closed() || Instant::now() >= until {
            continue;
        }
        let outcome = engine.render(&address, &state, until);
        let has_failed = outcome.is_err();
        if let Err(error) = &outcome {
            tracing::debug!("A page was not rendered: {error:#}");
        }
        let _ = reply.send(outcome);
        if has_failed {
            match Engine::load(script) {
                Ok(fresh) => engine = fresh,
                Err(error) => return tracing::warn!("What should render pages cannot be loaded again: {error:#}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: &str = r"globalThis.render = async (address, state) => {
        if (state === 'thrown') throw new Error('nothing to show')
        if (state === 'endless') for (;;) {}
        return `<h1>${address}</h1>`
    }";
    /// Long enough to load the script in the first test.
    const PATIENT: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_page_is_rendered() {
        let renderer = Renderer::start(APP, PATIENT);
        assert_eq!(renderer.render("/ru".into(), "{}".into()).await.unwrap(), "<h1>/ru</h1>");
    }

    #[tokio::test]
    async fn a_failure_is_told_at_once_and_the_next_page_knows_nothing_of_it() {
        let renderer = Renderer::start(APP, PATIENT);
        assert_eq!(renderer.render("/".into(), "thrown".into()).await, Err(Miss::Broken));
        assert_eq!(renderer.render("/".into(), "{}".into()).await.unwrap(), "<h1>/</h1>");
    }

    #[tokio::test]
    async fn nobody_waits_longer_than_they_should_and_the_threads_stay_well() {
        let mut renderer = Renderer::start(APP, PATIENT);
        renderer.render("/".into(), "{}".into()).await.unwrap();
        renderer.within = Duration::from_millis(50);
        let begun = Instant::now();
        let endless = (0..threads()).map(|_| renderer.render("/".into(), "endless".into()));
        assert!(futures::future::join_all(endless).await.into_iter().all(|outcome| outcome == Err(Miss::Late)));
        assert!(begun.elapsed() < PATIENT / 2, "{:?}", begun.elapsed());
        renderer.within = PATIENT;
        assert_eq!(renderer.render("/".into(), "{}".into()).await.unwrap(), "<h1>/</h1>");
    }

    #[tokio::test]
    async fn many_at_once_get_each_their_own_and_too_many_go_without() {
        let renderer = Renderer::start(APP, PATIENT);
        let all = futures::future::join_all((0..200).map(|n| renderer.render(format!("/{n}"), "{}".into()))).await;
        for (n, outcome) in all.iter().enumerate() {
            assert!(outcome == &Ok(format!("<h1>/{n}</h1>")) || outcome == &Err(Miss::Busy), "{n}: {outcome:?}");
        }
        assert!(all.iter().filter(|outcome| outcome.is_ok()).count() >= QUEUE, "{all:?}");
    }

    #[tokio::test]
    async fn a_broken_script_breaks_no_page() {
        let renderer = Renderer::start("render = ", PATIENT);
        assert_eq!(renderer.render("/".into(), "{}".into()).await, Err(Miss::Broken));
        assert!(Renderer::open(Path::new("nowhere"), PATIENT).is_none());
    }
}
