import { localeOf } from '~shared/i18n/locale'

// What a service worker has that a page has not. The types of both do not go together in one program, so here is what ours uses.

interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface Fetching extends Lasting {
  readonly request: Request
  /** The answer the browser asked for while the worker was still waking up. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

interface Scope {
  addEventListener(kind: 'install' | 'activate', heard: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', heard: (event: Fetching) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const worker = globalThis as unknown as Scope

// The one thing this worker keeps is what tells people that they are offline. Prices, stock and orders must come from the shop or not at
// all, so nothing of the API and no page is ever stored here.

/** The offline pages and their fonts, and a name that changes when one of them does. The build fills it in. */
declare const OFFLINE: { name: string; files: string[] }

const PREFIX = 'offline-'

export const pageFor = (pathname: string) => `/offline-${localeOf(pathname)}.html`

async function store({ name, files }: typeof OFFLINE) {
  const cache = await caches.open(PREFIX + name)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
}

async function dropOthers({ name }: typeof OFFLINE) {
  const names = await caches.keys()
  await Promise.all(names.filter((one) => one.startsWith(PREFIX) && one !== PREFIX + name).map((one) => caches.delete(one)))
}

/** What was kept in the place of what cannot be had. By its address alone: the answers were stored for whatever asks. */
async function orKept(answer: Promise<Response>, file: string): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    const kept = await caches.match(file, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

const asked = async ({ request, preloadResponse }: Fetching) => (await preloadResponse) ?? fetch(request)

/** What the worker has to do with a request: with nearly all of them nothing, and the browser goes its usual way. */
export function kindOf({ mode, destination, url }: Pick<Request, 'mode' | 'destination' | 'url'>, files: string[]) {
  if (mode === 'navigate') return 'page'
  return destination === 'font' && files.includes(new URL(url).pathname) ? 'font' : 'other'
}

export function servesOffline() {
  // A new version holds nothing that an open page depends on, so it takes over at once.
  worker.addEventListener('install', (event: Lasting) => event.waitUntil(Promise.all([store(OFFLINE), worker.skipWaiting()])))

  worker.addEventListener('activate', (event: Lasting) =>
    // With the preload, pages are asked for before the worker is awake: it costs a visit no time.
    event.waitUntil(Promise.all([dropOthers(OFFLINE), worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
  )

  worker.addEventListener('fetch', (event: Fetching) => {
    const kind = kindOf(event.request, OFFLINE.files)
    const { pathname } = new URL(event.request.url)
    if (kind === 'page') event.respondWith(orKept(asked(event), pageFor(pathname)))
    if (kind === 'font') event.respondWith(orKept(fetch(event.request), pathname))
  })
}
