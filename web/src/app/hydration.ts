// Decides whether React takes over the HTML that the gateway rendered.

import type { DataRouter } from 'react-router'

/** Campaigns add these parameters, which the gateway ignores. */
const CAMPAIGN_PARAMETER = /^utm_|clid$/

/** Resolves when the page is loaded. Earlier hydration would replace the content by a skeleton. */
export const routerReady = (router: DataRouter) =>
  new Promise<void>((resolve) => {
    const check = () => router.state.initialized && resolve()
    router.subscribe(check)
    check()
  })

/** False if the address has something that the gateway did not know: another query, an anchor, or an open layer. */
export function matchesRendered(root: HTMLElement): boolean {
  const params = new URLSearchParams(location.search)
  for (const name of new Set(params.keys())) if (CAMPAIGN_PARAMETER.test(name)) params.delete(name)
  // React Router keeps the state of a location, such as its open layer, under `usr`.
  const hasState = Boolean((history.state as { usr?: unknown } | null)?.usr)
  return root.dataset.rendered === params.toString() && !location.hash && !hasState
}

/** React's error 419 means that the gateway left out a part, which the browser renders. */
export const reportHydrationError = (error: unknown) => {
  if (!/419|could not finish/.test(String(error))) reportError(error)
}

/** Lets the browser handle pending input first. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
