// Referrals: clicks on a blogger's list or link, for which the blogger earns a share of a purchase. The last click counts, for 30 days.
// Clicks are stored only with the visitor's consent, otherwise kept in memory.

import { post } from '~shared/api/http'
import { type Referrals, useProductStore } from '~shared/features/product/store'
import type { Locale } from '~shared/i18n/locale'
import { isAutomated, useConsentDialog, useConsent } from '../analytics/tools'
import { referral, type Referral } from '../basket/referral'

/** How long a click counts. */
const MAX_AGE_MS = 30 * 24 * 3600_000
/** A click this recent counts as having led to this page, even from another tab. */
const RECENT_MS = 60_000
const MAX_CODE_LENGTH = 80
/** The characters of a list's slug and of a blogger's code. */
const CODE = /^[a-z0-9-]+$/
/** The number of products for which clicks are stored. */
const MAX_CLICKS = 200

/** The key of the click on a blogger's link, which counts for all products. The other keys are slugs of products. */
const LINK_KEY = ''

/** Clicks of this document, also without consent. */
let documentClicks: Referrals = {}
/** The reports that this document has sent, each as time and product. */
const reported = new Set<string>()

const isAllowed = () => useConsent.getState().choice === 'analytics'
const clickTime = ({ clickedAt }: Referral) => Date.parse(clickedAt ?? '')
const isFresh = (click: Referral | undefined): click is Referral => click !== undefined && Date.now() - clickTime(click) <= MAX_AGE_MS
/** Returns the latest click that still counts. */
const latest = (...clicks: (Referral | undefined)[]) => clicks.filter(isFresh).sort((a, b) => clickTime(b) - clickTime(a))[0]

/** Returns the latest click for each product, without expired ones. */
function mergeClicks(stored: Referrals, other: Referrals): Referrals {
  const clicks = Object.keys({ ...stored, ...other }).flatMap((slug): [string, Referral][] => {
    const click = latest(stored[slug], other[slug])
    return click ? [[slug, click]] : []
  })
  return Object.fromEntries(clicks.sort(([, a], [, b]) => clickTime(b) - clickTime(a)).slice(0, MAX_CLICKS))
}

// The misspelt key is part of the stored format.
const storedClicks = () => useProductStore.getState().referranceProductSlug
/** Stores all clicks with the visitor's consent, and deletes the stored ones without it. */
const storeClicks = () =>
  useProductStore.setState({ referranceProductSlug: isAllowed() ? mergeClicks(documentClicks, storedClicks()) : {} })

/** Remembers a click. Without consent, it is kept in memory, and the visitor is asked. */
function recordClick(slug: string, click: Referral) {
  documentClicks = { ...documentClicks, [slug]: click }
  if (isAllowed()) storeClicks()
  else useConsentDialog.setState({ isReferred: true })
}

/** Returns the slug or code if its form is valid, else null. */
const validCode = (text: string | null | undefined) => (text && text.length <= MAX_CODE_LENGTH && CODE.test(text) ? text : null)
const now = () => new Date().toISOString()

/** Records that a product was opened or bought from a blogger's list. */
export function recordListClick(list: string, productSlug: string) {
  if (validCode(list)) recordClick(productSlug, { list, clickedAt: now() })
}

/** Records the blogger's code of an arrival address: `?ref=leyla-h`. */
export function recordLinkClick(address: string) {
  const code = validCode(new URL(address, location.origin).searchParams.get('ref')?.toLowerCase())
  // The same code on the same page is the same click.
  if (code && documentClicks[LINK_KEY]?.code !== code) recordClick(LINK_KEY, { code, clickedAt: now() })
}

/** Returns the click that counts for a purchase of this product: the later one of list and link. */
export function referralOf(productSlug: string): Referral | undefined {
  const clicks = mergeClicks(documentClicks, storedClicks())
  return latest(clicks[productSlug], clicks[LINK_KEY])
}

/** Reports a click that has just led to this page, with the product that it shows, if any. */
export function reportClick(locale: Locale, product?: { id: number; slug: string }) {
  // The list may have been in another tab, so a stored click on it counts. A stored click on a link belongs to an earlier document.
  const listClick = product && (documentClicks[product.slug] ?? storedClicks()[product.slug])
  const click = latest(listClick, documentClicks[LINK_KEY])
  if (!click || isAutomated() || Date.now() - clickTime(click) > RECENT_MS) return

  const key = `${click.clickedAt} ${product?.slug ?? ''}`
  if (reported.has(key)) return
  reported.add(key)

  const { list, code } = click
  const body = { ...(list ? { list } : { code }), ...(product && { productId: product.id }) }
  // The response is ignored, because a lost click only affects statistics.
  post(locale, '/influencer/click', body).catch(() => undefined)
}

/** Simulates a new document, for tests. */
export const resetForTests = () => {
  documentClicks = {}
  reported.clear()
}

referral.forProduct = referralOf
useConsent.subscribe(({ choice }, previous) => {
  if (choice !== previous.choice) storeClicks()
})
