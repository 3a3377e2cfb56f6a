// Decides whether React takes over the HTML that the gateway rendered. `main.tsx` calls it at the start.

import type { DataRouter } from 'react-router'

/** Parameters that campaigns add to an address; the gateway ignores them when it renders. */
const CAMPAIGN_PARAMETER = /^utm_|clid$/

/** Resolves when the page's code, texts and data are loaded. Hydrating earlier would replace the content by a skeleton. */
export const routerReady = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    const check = () => router.state.initialized && resolve()
    router.subscribe(check)
    check()
  })

/**
 * Whether the gateway rendered exactly this page. The query must be the same, and the address must have nothing that only the browser
 * knows: an anchor, or an open layer in the history entry.
 */
export function matchesRendered(root: HTMLElement): boolean {
  const params = new URLSearchParams(location.search)
  for (const name of new Set(params.keys())) if (CAMPAIGN_PARAMETER.test(name)) params.delete(name)
  return root.dataset.rendered === params.toString() && !location.hash && !(history.state as { usr?: unknown } | null)?.usr
}

/** Reports hydration errors except React's error 419: the gateway left out a part, which the browser renders. */
export const reportHydrationError = (error: unknown) => {
  if (!/419|could not finish/.test(String(error))) reportError(error)
}

/** Ends the current task, so that pending input and frames are handled first. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
