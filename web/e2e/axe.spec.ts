import type { ProductCard } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { holdsInCart, likes, sends } from './accounts'
import { hasNoViolations } from './axe'
import { test as asBlogger } from './blogger'
import { runningCampaign } from './campaigns'
import { BOTH, deviceFor, IS_FULL, languagesFor } from './coverage'
import { mark, test as asOperator } from './office'
import { opensState, type PageStates } from './page-state'
import { signedUp } from './people'
import { isMoved, placesOrder } from './placed'
import { sticksOut } from './reflow'
import { livesIn, settlesIn } from './residents'
import { expect, type Shop, test } from './shop'
import {
  accountStates,
  bloggerStates,
  buyerStates,
  catalogueStates,
  deskStates,
  guestStates,
  residentStates,
  wholesaleStates,
} from './states'
import { asks, quotes } from './wholesale'

// Accessibility of every page state: axe in both themes, and no horizontal scrolling at 320 px. By default each state is visited once, on
// one device and in one language, both chosen by its name; with `--full` on both devices and in all languages.

// Each state takes two to three seconds, and a test visits all states of a group.
test.describe.configure({ timeout: IS_FULL ? 180_000 : 90_000 })
for (const one of [test, asBlogger, asOperator]) {
  one.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
}

async function looksAt(shop: Shop, all: PageStates, language: Locale | 'one each') {
  const device = shop.isPhone ? 'phone' : 'desktop'
  for (const [name, given] of Object.entries(all)) {
    const state = typeof given === 'string' ? { path: given } : given
    const isHere = state.device ? state.device === device : IS_FULL || deviceFor(name) === device
    if (!isHere) continue
    const locale = language === 'one each' ? (languagesFor(name)[0] ?? 'az') : language
    await test.step(`${name}, ${locale}`, async () => {
      await opensState(shop, state, locale)
      const { within, isFramed = false } = state
      await hasNoViolations(shop.page, name, { isFramed, ...(within && { within }) })
      expect.soft(await sticksOut(shop.page), `${name} at 320 px`).toEqual([])
    })
  }
}

for (const language of IS_FULL ? LOCALES : (['one each'] as const)) {
  const titled = (what: string) => `axe: ${what}, ${language}`

  test(titled('the catalogue'), { tag: BOTH }, async ({ shop, request, catalogue }) => {
    await looksAt(shop, catalogueStates(catalogue, await runningCampaign(request)), language)
  })

  test(titled('guests'), { tag: BOTH }, async ({ shop, guard }) => {
    guard.expects(/\b404\b/)
    await looksAt(shop, guestStates, language)
  })

  test(titled('an account'), { tag: BOTH }, async ({ shop, session, request, catalogue, guard }) => {
    // The API answers 404 when the account has no influencer application.
    guard.expects(/\b404\b/)
    await holdsInCart(request, session, catalogue.reduced.id, 2)
    await likes(request, session, catalogue.plain.id)
    await looksAt(shop, accountStates, language)
  })

  test(titled('an account with data'), { tag: BOTH }, async ({ shop, request }) => {
    await livesIn(request, await settlesIn(shop, request))
    await looksAt(shop, residentStates, language)
  })

  test(titled('a customer with orders'), { tag: BOTH }, async ({ shop, request, catalogue }) => {
    const { session } = await settlesIn(shop, request)
    const { order: delivered } = await placesOrder(request, session, [[catalogue.plain, 1]])
    await isMoved(request, delivered, 'delivered')
    const { order: placed } = await placesOrder(request, session, [[catalogue.plain, 2]])
    await holdsInCart(request, session, catalogue.reduced.id, 2)
    const popular = await request.get('/api/v1/product/all?sort=popular&perPage=100&inStock=true')
    const { data } = (await popular.json()) as { data: { products: ProductCard[] } }
    const reviewed = data.products.find(({ reviewCount, hasSizes }) => reviewCount > 0 && !hasSizes)
    if (!reviewed) throw new Error('the demo has no popular product with reviews')
    await looksAt(shop, buyerStates(placed, delivered, reviewed), language)
  })

  asBlogger(titled('a blogger'), { tag: BOTH }, async ({ shop, blogger, catalogue }) => {
    const { plain, reduced, soldOut } = catalogue
    const list = await blogger.has(blogger.names('Anama'), [plain.id, reduced.id, soldOut.id], 'Ən yaxşıları')
    await looksAt(shop, bloggerStates(list, plain), language)
  })

  asOperator(titled('an operator'), { tag: BOTH }, async ({ desk, operator, request, catalogue, guard }) => {
    // The server refuses these forms.
    guard.expects(/\b422\b/)
    const { session } = await signedUp(request)
    const { order } = await placesOrder(request, session, [[catalogue.plain, 1]])
    const redirect = { from: `/kohne-${mark()}`, to: paths.contact(), status: 301 }
    await sends(request, operator, '/admin/seo/redirects', redirect, 'put')
    await looksAt(desk, deskStates(order, await runningCampaign(request)), language)
  })

  asOperator(titled('wholesale'), { tag: BOTH }, async ({ desk, operator, request, catalogue }) => {
    const asked = await asks(request, catalogue.plain, 3)
    await quotes(request, operator, asked, catalogue.plain, 3)
    await looksAt(desk, wholesaleStates(asked), language)
  })
}
