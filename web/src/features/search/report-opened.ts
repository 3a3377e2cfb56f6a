import { BASE } from '~shared/api/http'

interface Opened {
  searchId: string
  productId: number
  /** Among the results, from 1. */
  place: number
}

/**
 * Tells which result was worth opening, so that it can stand higher tomorrow. Without the session, for nobody needs to know who it was;
 * outliving the page, and never in the way of what the shopper does.
 */
export function reportOpened(opened: Opened) {
  const headers = { 'content-type': 'application/json' }
  void fetch(`${BASE}/product/search/opened`, { method: 'POST', keepalive: true, headers, body: JSON.stringify(opened) }).catch(() => {})
}
