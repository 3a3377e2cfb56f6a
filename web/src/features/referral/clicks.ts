import { post } from '~shared/api/http'
import { type Referrals, useProductStore } from '~shared/features/product/store'
import type { Locale } from '~shared/i18n/locale'
import { isAutomatic, useAsked, useConsent } from '../analytics/tools'
import { referral, type Referral } from '../basket/referral'

// A click on a blogger's list or link. The last one wins, for 30 days. It stays in memory until somebody has allowed to keep it.

const KEPT = 30 * 24 * 3600_000
/** A click that led here, also in another tab, is younger than this. */
const JUST_NOW = 60_000
const LONGEST = 80
const SHAPE = /^[a-z0-9-]+$/
const MOST = 200

/** Where the click on a link stands, among those of products. */
const ANY = ''

let memory: Referrals = {}
const reported = new Set<string>()

const isAllowed = () => useConsent.getState().choice === 'analytics'
const at = ({ clickedAt }: Referral) => Date.parse(clickedAt ?? '')
const isFresh = (click: Referral | undefined): click is Referral => click !== undefined && Date.now() - at(click) <= KEPT
const latest = (...clicks: (Referral | undefined)[]) => clicks.filter(isFresh).sort((a, b) => at(b) - at(a))[0]

/** Returns the latest known click for each product, without those that are too old. */
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

/** A product was opened, or bought, from a blogger's list. */
export function cameFromList(list: string, productSlug: string) {
  if (usable(list)) remember(productSlug, { list, clickedAt: now() })
}

/** The address by which somebody came may hold the code of a blogger: `?ref=leyla-h`. */
export function cameByLink(address: string) {
  const code = usable(new URL(address, location.origin).searchParams.get('ref')?.toLowerCase())
  // Seen again on the same page, it is the same click.
  if (code && memory[ANY]?.code !== code) remember(ANY, { code, clickedAt: now() })
}

/** The click that counts when this product is bought now: of its list or of the link, whichever was later. */
export function referralOf(productSlug: string): Referral | undefined {
  const known = merged(memory, kept())
  return latest(known[productSlug], known[ANY])
}

/** Tells the shop of a click that has just led to this page; which product it shows, if one. */
export function report(locale: Locale, product?: { id: number; slug: string }) {
  // Another tab may have opened this one; a link that was kept has led to another document.
  const click = latest(product && (memory[product.slug] ?? kept()[product.slug]), memory[ANY])
  if (!click || isAutomatic() || Date.now() - at(click) > JUST_NOW) return
  const key = `${click.clickedAt} ${product?.slug ?? ''}`
  if (reported.has(key)) return
  reported.add(key)
  const { list, code } = click
  const body = { ...(list ? { list } : { code }), ...(product && { productId: product.id }) }
  // Nobody waits for it, and a count that is lost is no harm.
  post(locale, '/influencer/click', body).catch(() => undefined)
}

/** For tests: as if the document were loaded anew. */
export const forgetVisit = () => {
  memory = {}
  reported.clear()
}

referral.of = referralOf
useConsent.subscribe(({ choice }, before) => {
  if (choice !== before.choice) keep()
})
