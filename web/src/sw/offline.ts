// The service worker's offline pages. Nothing else is cached, because prices, stock and orders must be current.

import { localeOf } from '~shared/i18n/locale'

// TypeScript's own types of service workers conflict with those of pages.

interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends LifecycleEvent {
  readonly request: Request
  /** The response to the request that the browser sent while the worker was starting. */
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

/** Defined by the build. The cache name changes with the files. */
declare const OFFLINE: { cacheName: string; files: string[] }

const CACHE_PREFIX = 'offline-'

export const pageFor = (pathname: string) => `/offline-${localeOf(pathname)}.html`

async function store({ cacheName, files }: typeof OFFLINE) {
  const cache = await caches.open(CACHE_PREFIX + cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
}

async function deleteOldCaches({ cacheName }: typeof OFFLINE) {
  const names = await caches.keys()
  const oldNames = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + cacheName)
  await Promise.all(oldNames.map((name) => caches.delete(name)))
}

/** Returns the cached file if the request fails. Its address alone decides, so `Vary` is ignored. */
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

export function kindOf({ mode, destination, url }: Pick<Request, 'mode' | 'destination' | 'url'>, files: string[]) {
  if (mode === 'navigate') return 'page'
  return destination === 'font' && files.includes(new URL(url).pathname) ? 'font' : 'other'
}

export function serveOffline() {
  // A new version takes over at once, because no open page depends on the old one.
  worker.addEventListener('install', (event: LifecycleEvent) => event.waitUntil(Promise.all([store(OFFLINE), worker.skipWaiting()])))

  worker.addEventListener('activate', (event: LifecycleEvent) =>
    // Navigation preload requests a page while the worker starts.
    event.waitUntil(Promise.all([deleteOldCaches(OFFLINE), worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
  )

  worker.addEventListener('fetch', (event: FetchEvent) => {
    const kind = kindOf(event.request, OFFLINE.files)
    const { pathname } = new URL(event.request.url)
    if (kind === 'page') event.respondWith(orCached(fetchPage(event), pageFor(pathname)))
    if (kind === 'font') event.respondWith(orCached(fetch(event.request), pathname))
  })
}
