// What a service worker has that a page has not. The types of both do not go together in one program, so here is what ours uses.

export interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface Fetching extends Lasting {
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

export const worker = globalThis as unknown as Scope
