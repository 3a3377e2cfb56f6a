import type { DataRouter } from 'react-router'

/** Says where a visit comes from and nothing about the page: the gateway leaves it out. */
const CAMPAIGN = /^utm_|clid$/

/** When the page's code, texts and data are there. Before that, taking over what stands in the document would put a skeleton over it. */
export const arrived = (router: DataRouter) =>
  new Promise<void>((done) => {
    const look = () => router.state.initialized && done()
    router.subscribe(look)
    look()
  })

/** Whether the document shows what the address says, with nothing that only this browser knows: a place in the page, a layer over it. */
export function isAsRendered(root: HTMLElement): boolean {
  const asked = new URLSearchParams(location.search)
  for (const name of new Set(asked.keys())) if (CAMPAIGN.test(name)) asked.delete(name)
  return root.dataset.rendered === asked.toString() && !location.hash && !(history.state as { usr?: unknown } | null)?.usr
}

/** A part that the gateway left out is rendered here instead. Any other difference is a fault, and somebody should hear of it. */
export const tellUnlessLeftOut = (error: unknown) => {
  if (!/419|could not finish/.test(String(error))) reportError(error)
}

/** What follows is a task of its own: a press or a frame that waits comes first. */
export const nextTask = () => new Promise<void>((begin) => setTimeout(begin))
