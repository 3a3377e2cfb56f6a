import { post } from '~shared/api/http'
import { type Referrals, useProductStore } from '~shared/features/product/store'
import type { Locale } from '~shared/i18n/locale'
import { isAutomatic, useAsked, useConsent } from '../analytics/tools'
import { referral, type Referral } from '../basket/referral'

// Clicks on a blogger's list or link. The last one counts, for 30 days. Stored only with consent, otherwise in memory.

const KEPT = 30 * 24 * 3600_000
/** Milliseconds within which a click counts as having led to this page, even from another tab. */
const JUST_NOW = 60_000
const LONGEST = 80
const SHAPE = /^[a-z0-9-]+$/
const MOST = 200

/** Key of the click on a link, beside those of products. */
const ANY = ''

let memory: Referrals = {}
const reported = new Set<string>()

const isAllowed = () => useConsent.getState().choice === 'analytics'
const at = ({ clickedAt }: Referral) => Date.parse(clickedAt ?? '')
const isFresh = (click: Referral | undefined): click is Referral => click !== undefined && Date.now() - at(click) <= KEPT
const latest = (...clicks: (Referral | undefined)[]) => clicks.filter(isFresh).sort((a, b) => at(b) - at(a))[0]

/** Returns the latest click for each product, without expired ones. */
function merged(one: Referrals, other: Referrals): Referrals {
  const known = Object.keys({ ...one, ...other }).flatMap((slug): [string, Referral][] => {
    const click = latest(one[slug], other[slug])
    return click ? [[slug, click]] : []
  })
  return Object.fromEntries(known.sort(([, a], [, b]) => at(b) - at(a)).slice(0, MOST))
}

const kept = () => useProductStore.getState().referranceProductSlug
const keep = () => useProductStore.setState({ referranceProductSlug: isAllowed() ? merged(memory, kept()) : {} })

function remember(slug: string, click: Referral) {
  memory = { ...memory, [slug]: click }
  if (isAllowed()) keep()
  else useAsked.setState({ isReferred: true })
}

const usable = (text: string | null | undefined) => (text && text.length <= LONGEST && SHAPE.test(text) ? text : null)
const now = () => new Date().toISOString()

/** Records that a product was opened or bought from a blogger's list. */
export function cameFromList(list: string, productSlug: string) {
  if (usable(list)) remember(productSlug, { list, clickedAt: now() })
}

/** Records the blogger's code of an arrival address: `?ref=leyla-h`. */
export function cameByLink(address: string) {
  const code = usable(new URL(address, location.origin).searchParams.get('ref')?.toLowerCase())
  // The same code on the same page is the same click.
  if (code && memory[ANY]?.code !== code) remember(ANY, { code, clickedAt: now() })
}

/** Returns the click that counts for a purchase of this product: the later one of list and link. */
export function referralOf(productSlug: string): Referral | undefined {
  const known = merged(memory, kept())
  return latest(known[productSlug], known[ANY])
}

/** Reports a click that has just led to this page, with the product that it shows, if any. */
export function report(locale: Locale, product?: { id: number; slug: string }) {
  // The list may have been in another tab, so stored clicks count. A stored link click belongs to an earlier document.
  const click = latest(product && (memory[product.slug] ?? kept()[product.slug]), memory[ANY])
  if (!click || isAutomatic() || Date.now() - at(click) > JUST_NOW) return
  const key = `${click.clickedAt} ${product?.slug ?? ''}`
  if (reported.has(key)) return
  reported.add(key)
  const { list, code } = click
  const body = { ...(list ? { list } : { code }), ...(product && { productId: product.id }) }
  // Fire and forget: a lost click only affects statistics.
  post(locale, '/influencer/click', body).catch(() => undefined)
}

/** For tests: simulates a new document. */
export const forgetVisit = () => {
  memory = {}
  reported.clear()
}

referral.of = referralOf
useConsent.subscribe(({ choice }, before) => {
  if (choice !== before.choice) keep()
})
