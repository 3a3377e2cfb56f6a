// The service worker's offline pages. It stores these pages only: prices, stock and orders must come from the shop or not at all, so no
// other page and no API response is cached.

import { localeOf } from '~shared/i18n/locale'

// The service worker API, as far as it is used here. TypeScript's own types of it conflict with those of pages.

interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends LifecycleEvent {
  readonly request: Request
  /** The navigation response, requested while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}

interface Scope {
  addEventListener(kind: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const worker = globalThis as unknown as Scope

/** The offline pages and their fonts, with a cache name that changes when one of them does. The build defines this constant. */
declare const OFFLINE: { cacheName: string; files: string[] }

const PREFIX = 'offline-'

/** Returns the offline page in the language of a path. */
export const pageFor = (pathname: string) => `/offline-${localeOf(pathname)}.html`

async function store({ cacheName, files }: typeof OFFLINE) {
  const cache = await caches.open(PREFIX + cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
}

async function deleteOldCaches({ cacheName }: typeof OFFLINE) {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + cacheName).map((name) => caches.delete(name)))
}

/** Returns the response or, when the request fails, the cached file. The address alone decides; the header `Vary` is ignored. */
async function orCached(response: Promise<Response>, file: string): Promise<Response> {
  try {
    return await response
  } catch (error) {
    const cached = await caches.match(file, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}

const fetchPage = async ({ request, preloadResponse }: FetchEvent) => (await preloadResponse) ?? fetch(request)

/** Decides how to handle a request. The browser handles `other` as usual, which is nearly every request. */
export function kindOf({ mode, destination, url }: Pick<Request, 'mode' | 'destination' | 'url'>, files: string[]) {
  if (mode === 'navigate') return 'page'
  return destination === 'font' && files.includes(new URL(url).pathname) ? 'font' : 'other'
}

/** Registers the worker's handlers. */
export function serveOffline() {
  // A new version takes over at once, because no open page depends on the old one.
  worker.addEventListener('install', (event: LifecycleEvent) => event.waitUntil(Promise.all([store(OFFLINE), worker.skipWaiting()])))

  worker.addEventListener('activate', (event: LifecycleEvent) =>
    // Navigation preload requests a page while the worker starts, so the worker does not delay it.
    event.waitUntil(Promise.all([deleteOldCaches(OFFLINE), worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
  )

  worker.addEventListener('fetch', (event: FetchEvent) => {
    const kind = kindOf(event.request, OFFLINE.files)
    const { pathname } = new URL(event.request.url)
    if (kind === 'page') event.respondWith(orCached(fetchPage(event), pageFor(pathname)))
    if (kind === 'font') event.respondWith(orCached(fetch(event.request), pathname))
  })
}
