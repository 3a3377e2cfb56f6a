import type { DataRouter } from 'react-router'

/** Parameters that campaigns add to an address; the gateway ignores them when it renders. */
const CAMPAIGN = /^utm_|clid$/

/** Resolves when the page's code, texts and data are loaded. Hydrating earlier would replace the content by a skeleton. */
export const routerReady = (router: DataRouter) =>
  new Promise<void>((done) => {
    const look = () => router.state.initialized && done()
    router.subscribe(look)
    look()
  })

/** True if the gateway rendered this very page: the same query, and nothing that only the browser knows (an anchor, an open layer). */
export function matchesRendered(root: HTMLElement): boolean {
  const params = new URLSearchParams(location.search)
  for (const name of new Set(params.keys())) if (CAMPAIGN.test(name)) params.delete(name)
  return root.dataset.rendered === params.toString() && !location.hash && !(history.state as { usr?: unknown } | null)?.usr
}

/** Reports hydration errors, except for parts that the gateway left out and that are rendered here. */
export const reportHydrationError = (error: unknown) => {
  if (!/419|could not finish/.test(String(error))) reportError(error)
}

/** Ends the current task, so that pending input and frames are handled first. */
export const nextTask = () => new Promise<void>((begin) => setTimeout(begin))
