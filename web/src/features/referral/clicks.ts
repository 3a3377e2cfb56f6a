// Clicks on a blogger's list or link. The blogger of the last click earns a share of a purchase. Clicks are stored with consent only, and
// kept in memory otherwise.

import { post } from '~shared/api/http'
import { type Referrals, useProductStore } from '~shared/features/product/store'
import type { Locale } from '~shared/i18n/locale'
import { useConsent, useConsentDialog } from '../analytics/consent'
import { isAutomated } from '../analytics/tools'
import { referral, type Referral } from '../basket/referral'

const MAX_AGE_MS = 30 * 24 * 3600_000
/** A click this recent led to this page, even from another tab. */
const RECENT_MS = 60_000
const MAX_CODE_LENGTH = 80
/** A list's slug or a blogger's code. */
const CODE = /^[a-z0-9-]+$/
/** Products for which clicks are stored. */
const MAX_CLICKS = 200

/** A click on a blogger's link counts for all products. Other keys are slugs of products. */
const LINK_KEY = ''

/** The clicks of this document by key, kept in memory, also without consent. */
let documentClicks: Referrals = {}
/** The reports that this document has sent, as time and product. */
const reported = new Set<string>()

const isAllowed = () => useConsent.getState().choice === 'analytics'
const clickTime = ({ clickedAt }: Referral) => Date.parse(clickedAt ?? '')
const isFresh = (click: Referral | undefined): click is Referral => click !== undefined && Date.now() - clickTime(click) <= MAX_AGE_MS
const latest = (...clicks: (Referral | undefined)[]) => clicks.filter(isFresh).sort((a, b) => clickTime(b) - clickTime(a))[0]

/** The latest click of each product, without expired ones. */
function mergeClicks(stored: Referrals, other: Referrals): Referrals {
  const clicks = Object.keys({ ...stored, ...other }).flatMap((slug): [string, Referral][] => {
    const click = latest(stored[slug], other[slug])
    return click ? [[slug, click]] : []
  })
  return Object.fromEntries(clicks.sort(([, a], [, b]) => clickTime(b) - clickTime(a)).slice(0, MAX_CLICKS))
}

// The misspelt key is part of the stored format.
const storedClicks = () => useProductStore.getState().referranceProductSlug
/** Without consent, it deletes the stored clicks. */
const storeClicks = () =>
  useProductStore.setState({ referranceProductSlug: isAllowed() ? mergeClicks(documentClicks, storedClicks()) : {} })

/** Records a click, and asks for consent if it is missing. */
function recordClick(slug: string, click: Referral) {
  documentClicks = { ...documentClicks, [slug]: click }
  if (isAllowed()) storeClicks()
  else useConsentDialog.setState({ isReferred: true })
}

const validCode = (text: string | null | undefined) => (text && text.length <= MAX_CODE_LENGTH && CODE.test(text) ? text : null)
const now = () => new Date().toISOString()

export function recordListClick(list: string, productSlug: string) {
  if (validCode(list)) recordClick(productSlug, { list, clickedAt: now() })
}

/** Records the code of an address such as `?ref=leyla-h`. */
export function recordLinkClick(address: string) {
  const code = validCode(new URL(address, location.origin).searchParams.get('ref')?.toLowerCase())
  // The same code on the same page is the same click.
  if (code && documentClicks[LINK_KEY]?.code !== code) recordClick(LINK_KEY, { code, clickedAt: now() })
}

/** The click that counts for a purchase: the later one of list and link. */
export function referralOf(productSlug: string): Referral | undefined {
  const clicks = mergeClicks(documentClicks, storedClicks())
  return latest(clicks[productSlug], clicks[LINK_KEY])
}

/** Reports a click that has just led to this page. */
export function reportClick(locale: Locale, product?: { id: number; slug: string }) {
  // The list may have been in another tab, so its stored click counts. A stored link click belongs to an earlier document.
  const listClick = product && (documentClicks[product.slug] ?? storedClicks()[product.slug])
  const click = latest(listClick, documentClicks[LINK_KEY])
  if (!click || isAutomated() || Date.now() - clickTime(click) > RECENT_MS) return

  const key = `${click.clickedAt} ${product?.slug ?? ''}`
  if (reported.has(key)) return
  reported.add(key)

  const { list, code } = click
  const body = { ...(list ? { list } : { code }), ...(product && { productId: product.id }) }
  // A lost report only affects statistics.
  post(locale, '/influencer/click', body).catch(() => undefined)
}

export const resetForTests = () => {
  documentClicks = {}
  reported.clear()
}

referral.forProduct = referralOf
useConsent.subscribe(({ choice }, previous) => {
  if (choice !== previous.choice) storeClicks()
})
