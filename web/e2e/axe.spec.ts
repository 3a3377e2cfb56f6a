// Checks the page states of states.ts and admin-states.ts with axe in both themes, and that none scrolls horizontally at 320 px.

import type { ProductCard } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { addToCart, likeProduct, apiSend } from './accounts'
import { expectNoViolations } from './axe'
import { test as bloggerTest } from './blogger'
import { runningCampaign } from './campaigns'
import { BOTH, deviceFor, deviceInLanguage, IS_FULL, languagesFor } from './coverage'
import { randomId, test as operatorTest } from './admin'
import { adminStates, wholesaleStates } from './admin-states'
import { openState, type PageStates } from './page-state'
import { signUpByApi } from './people'
import { moveOrder, placeOrder } from './placed-orders'
import { describeOverflow } from './reflow'
import { fillAccount, signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { accountStates, bloggerStates, customerStates, catalogueStates, guestStates, filledAccountStates } from './states'
import { requestQuote, sendQuote } from './wholesale'

// Each state takes two to three seconds.
test.describe.configure({ timeout: IS_FULL ? 180_000 : 90_000 })
for (const extendedTest of [test, bloggerTest, operatorTest]) {
  extendedTest.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
}

/** With `by name`, the language depends on the name of each state. */
async function checkStates(shop: Shop, states: PageStates, language: Locale | 'by name') {
  const device = shop.isPhone ? 'phone' : 'desktop'
  for (const [name, definition] of Object.entries(states)) {
    const state = typeof definition === 'string' ? { path: definition } : definition
    const deviceOfVisit = state.device ?? (language === 'by name' ? deviceFor(name) : deviceInLanguage(name, language))
    if (deviceOfVisit !== device) continue
    const locale = language === 'by name' ? (languagesFor(name)[0] ?? 'az') : language
    await test.step(`${name}, ${locale}`, async () => {
      await openState(shop, state, locale)
      const { within, withHeaderAndFooter = false } = state
      await expectNoViolations(shop.page, name, { withHeaderAndFooter, ...(within && { within }) })
      expect.soft(await describeOverflow(shop.page), `${name} at 320 px`).toEqual([])
    })
  }
}

for (const language of IS_FULL ? LOCALES : (['by name'] as const)) {
  const titleOf = (what: string) => `axe: ${what}, ${language}`

  test(titleOf('the catalogue'), { tag: BOTH }, async ({ shop, request, catalogue }) => {
    await checkStates(shop, catalogueStates(catalogue, await runningCampaign(request)), language)
  })

  test(titleOf('guests'), { tag: BOTH }, async ({ shop, guard }) => {
    // One of the states is the page that is not found.
    guard.allow(/\b404\b/)
    await checkStates(shop, guestStates, language)
  })

  test(titleOf('an account'), { tag: BOTH }, async ({ shop, session, request, catalogue, guard }) => {
    // The account has no influencer application.
    guard.allow(/\b404\b/)
    await addToCart(request, session, catalogue.discounted.id, 2)
    await likeProduct(request, session, catalogue.plain.id)
    await checkStates(shop, accountStates, language)
  })

  test(titleOf('an account with data'), { tag: BOTH }, async ({ shop, request }) => {
    await fillAccount(request, await signInNewAccount(shop, request))
    await checkStates(shop, filledAccountStates, language)
  })

  test(titleOf('a customer with orders'), { tag: BOTH }, async ({ shop, request, catalogue }) => {
    const { session } = await signInNewAccount(shop, request)
    const { order: delivered } = await placeOrder(request, session, [[catalogue.plain, 1]])
    await moveOrder(request, delivered, 'delivered')
    const { order: placed } = await placeOrder(request, session, [[catalogue.plain, 2]])
    await addToCart(request, session, catalogue.discounted.id, 2)
    const popularProducts = await request.get('/api/v1/product/all?sort=popular&perPage=100&inStock=true')
    const { data } = (await popularProducts.json()) as { data: { products: ProductCard[] } }
    const reviewed = data.products.find(({ reviewCount, hasSizes }) => reviewCount > 0 && !hasSizes)
    if (!reviewed) throw new Error('the demo has no popular product with reviews')
    await checkStates(shop, customerStates(placed, delivered, reviewed), language)
  })

  bloggerTest(titleOf('a blogger'), { tag: BOTH }, async ({ shop, blogger, catalogue }) => {
    const { plain, discounted, soldOut } = catalogue
    const list = await blogger.createList(blogger.uniqueName('Anama'), [plain.id, discounted.id, soldOut.id], 'Ən yaxşıları')
    await checkStates(shop, bloggerStates(list, plain), language)
  })

  operatorTest(titleOf('an operator'), { tag: BOTH }, async ({ admin, operator, request, catalogue, guard }) => {
    operatorTest.setTimeout(180_000)
    // Some states show a form that the server has refused.
    guard.allow(/\b422\b/)
    const { session } = await signUpByApi(request)
    const { order } = await placeOrder(request, session, [[catalogue.plain, 1]])
    const redirect = { from: `/kohne-${randomId()}`, to: paths.contact(), status: 301 }
    await apiSend(request, operator, '/admin/seo/redirects', redirect, 'put')
    await checkStates(admin, adminStates(order, await runningCampaign(request)), language)
  })

  operatorTest(titleOf('wholesale'), { tag: BOTH }, async ({ admin, operator, request, catalogue }) => {
    const quoteRequest = await requestQuote(request, catalogue.plain, 3)
    await sendQuote(request, operator, quoteRequest, catalogue.plain, 3)
    await checkStates(admin, wholesaleStates(quoteRequest), language)
  })
}
