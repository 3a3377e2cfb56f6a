import type { Route } from '@playwright/test'
import { paths } from '~shared/lib/paths'
import { likeProduct } from './accounts'
import { FULL } from './coverage'
import { problem } from './problem'
import { expect, heart, test } from './shop'
import { az } from './texts'

test('a favourite shows before the server has answered, and appears on its page', async ({ shop, page, session, catalogue }) => {
  const { name, slug } = catalogue.plain
  const heldRequests: Route[] = []
  await page.route('**/product/like', (route) => void heldRequests.push(route))
  // Before the count has loaded, the heart looks as it does for zero.
  const countsLoaded = page.waitForResponse('**/cart/counts')
  await shop.open(paths.product(slug))
  await countsLoaded
  await shop.expectFavouriteCount(0)
  await heart(shop, name).click()
  await expect(heart(shop, name)).toHaveAttribute('aria-pressed', 'true')
  await shop.expectFavouriteCount(1)
  await expect.poll(() => heldRequests.length, 'the heart does not wait for its request').toBe(1)
  const response = page.waitForResponse('**/product/like')
  await heldRequests[0]?.continue()
  expect((await response).ok()).toBe(true)
  expect(session.user.isBlogger, 'a customer, not a blogger').toBe(false)

  await shop.favouritesLink().click()
  await shop.expectPath(paths.favourites())
  await expect(shop.cards()).toHaveCount(1)
  await expect(shop.card(name)).toBeVisible()
  await page.reload()
  await expect(shop.cards()).toHaveCount(1)
})

test(
  'a favourite is removed at once, and an empty page links to the shop',
  { tag: FULL },
  async ({ shop, session, request, catalogue }) => {
    const { plain, discounted } = catalogue
    await likeProduct(request, session, plain.id)
    await likeProduct(request, session, discounted.id)
    await shop.open(paths.favourites())
    await shop.expectFavouriteCount(2)
    await heart(shop, plain.name).click()
    await expect(shop.card(plain.name)).toHaveCount(0)
    await shop.expectFavouriteCount(1)
    await heart(shop, discounted.name).click()
    await expect(shop.heading()).toHaveText(az('favourites.empty'))
    await shop.expectFavouriteCount(0)
    await shop
      .main()
      .getByRole('link', { name: az('common.toShop') })
      .click()
    await shop.expectPath(paths.home())
  },
)

test('a removal can be undone, and available favourites move to the cart', { tag: FULL }, async ({ shop, session, request, catalogue }) => {
  const { plain, discounted, sized, soldOut } = catalogue
  for (const { id } of [soldOut, sized, discounted, plain]) await likeProduct(request, session, id)
  await shop.open(paths.favourites())
  await expect(shop.cards(), 'the four liked products').toHaveCount(4)
  await heart(shop, plain.name).click()
  await expect(shop.card(plain.name)).toHaveCount(0)
  await expect(shop.heading()).toBeFocused()
  await shop
    .toasts()
    .getByRole('button', { name: az('common.undo') })
    .click()
  await expect(shop.card(plain.name)).toBeVisible()
  await shop.expectFavouriteCount(4)

  await shop
    .card(plain.name)
    .getByRole('button', { name: az('favourites.moveOf', { name: plain.name }) })
    .click()
  await shop.expectToast(az('favourites.moved'))
  await expect(shop.card(plain.name)).toHaveCount(0)
  await shop.expectFavouriteCount(3)
  await shop.expectCartCount(1)

  await expect(shop.card(soldOut.name).getByRole('button', { name: az('favourites.moveOf', { name: soldOut.name }) })).toHaveCount(0)
  await shop
    .card(soldOut.name)
    .getByRole('link', { name: az('favourites.similarOf', { name: soldOut.name }) })
    .click()
  await shop.expectPath(paths.category(soldOut.category.slug))
})

test('the order of favourites is in the address', { tag: FULL }, async ({ shop, page, session, request, catalogue }) => {
  for (const { id } of [catalogue.plain, catalogue.discounted]) await likeProduct(request, session, id)
  await shop.open(paths.favourites())
  await page.getByLabel(az('catalog.sort.label')).selectOption('price_desc')
  await shop.expectPath(`${paths.favourites()}?sort=price_desc`)
  const currentPrice = ({ price, discountedPrice }: { price: number; discountedPrice?: number | null }) => discountedPrice ?? price
  const mostExpensive = [catalogue.plain, catalogue.discounted].toSorted((a, b) => currentPrice(b) - currentPrice(a))[0]
  await expect(shop.cards().first().getByRole('heading')).toHaveText(mostExpensive?.name ?? '')
  await page.reload()
  await expect(shop.cards().first().getByRole('heading')).toHaveText(mostExpensive?.name ?? '')
})

test(
  'the heart reverts and a message appears when the server refuses',
  { tag: FULL },
  async ({ shop, page, session, guard, catalogue }) => {
    guard.allow(/\b503\b/)
    const { name, slug } = catalogue.plain
    await page.route('**/product/like', (route) => route.fulfill(problem(503, 'service_unavailable')))
    await shop.open(paths.product(slug))
    await heart(shop, name).click()
    await expect(shop.toasts().getByRole('paragraph')).not.toHaveCount(0)
    await expect(heart(shop, name)).toHaveAttribute('aria-pressed', 'false')
    await shop.expectFavouriteCount(0)
    expect(session.user.code, 'the session fixture has signed in').toMatch(/^\d+$/)
  },
)

test('the page of favourites requires signing in', { tag: FULL }, async ({ shop, account }) => {
  await shop.page.goto(paths.favourites())
  await shop.expectPath(paths.signIn(paths.favourites()))
  await shop.signIn(account.email, account.password)
  await shop.expectPath(paths.favourites())
})
