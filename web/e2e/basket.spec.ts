// The cart of a guest is stored in the browser. A line is one product in one size.

import { money } from '~shared/i18n/format'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { FULL } from './coverage'
import { expect, cartLine, test } from './shop'
import { az } from './texts'

/** Amounts are in qəpik (1 ₼ = 100 qəpik). `total` is the price of the whole line. */
interface StoredCart {
  lines: { id: number; count: number; product: { total: number }; size: { id: number; price: number } | null }[]
}

test('a line costs the size price, else the discounted price, else the price, times its count', async ({ shop, page, catalogue }) => {
  const { plain, discounted, sized } = catalogue
  const size = sized.sizes.find(({ stock }) => stock >= 3)
  await shop.addToCart(plain, 2)
  await shop.addToCart(discounted, 3)
  await shop.addToCart(sized, 2, size?.id)
  await shop.expectCartCount(7)
  await shop.cartLink().click()

  const plainTotal = plain.price * 2
  const discountedTotal = (discounted.discountedPrice ?? 0) * 3
  const sizedTotal = (size?.price ?? 0) * 2
  await expect(cartLine(page, plain.name)).toContainText(money(plainTotal))
  await expect(cartLine(page, discounted.name)).toContainText(money(discountedTotal))
  await expect(cartLine(page, sized.name)).toContainText(money(sizedTotal))
  const summary = page.getByRole('complementary', { name: az('cart.summary') })
  await expect(summary.getByRole('definition').last()).toHaveText(money(plainTotal + discountedTotal + sizedTotal))

  // The specification of the shop prescribes this format.
  const stored = await shop.stored<StoredCart>('guestBasket')
  expect(stored?.lines).toMatchObject([
    { id: plain.id, count: 2, product: { total: plainTotal }, size: null },
    { id: discounted.id, count: 3, product: { total: discountedTotal }, size: null },
    { id: sized.id, count: 2, product: { total: sizedTotal }, size: { id: size?.id, price: size?.price } },
  ])
})

test(
  'another size is another line; removing a product removes all its lines, and can be undone',
  { tag: FULL },
  async ({ shop, page, catalogue }) => {
    const { sized, plain } = catalogue
    const [small, large] = sized.sizes.filter(({ stock }) => stock >= 3)
    await shop.addToCart(sized, 1, small?.id)
    await shop.addToCart(sized, 1, large?.id)
    await shop.addToCart(plain)
    await shop.cartLink().click()
    await expect(cartLine(page, sized.name)).toHaveCount(2)

    await cartLine(page, sized.name)
      .first()
      .getByRole('button', { name: az('cart.removeOf', { name: sized.name }), exact: true })
      .click()
    await expect(cartLine(page, sized.name)).toHaveCount(0)
    await expect(cartLine(page, plain.name)).toHaveCount(1)
    await shop.expectToast(az('cart.removed'))
    await shop
      .toasts()
      .getByRole('button', { name: az('common.undo') })
      .click()
    await expect(cartLine(page, sized.name)).toHaveCount(2)
    await shop.expectCartCount(3)
  },
)

test('counts go up and down by one and never below one', { tag: FULL }, async ({ shop, page, catalogue }) => {
  const { plain } = catalogue
  const { name, price } = plain
  await shop.addToCart(plain)
  await shop.cartLink().click()

  const line = cartLine(page, name)
  const more = line.getByRole('button', { name: az('cart.moreOf', { name }), exact: true })
  const less = line.getByRole('button', { name: az('cart.lessOf', { name }), exact: true })
  await more.click()
  await expect(line.getByRole('status')).toHaveText('2')
  await expect(line).toContainText(money(price * 2))
  await less.click()
  await expect(line.getByRole('status')).toHaveText('1')
  await expect(less).toHaveCount(0)

  await line.getByRole('button', { name: az('cart.removeLineOf', { name }), exact: true }).click()
  await expect(shop.heading()).toHaveText(az('cart.empty.title'))
  await shop.expectCartCount(0)
})

test('the cart survives a reload and is the same in every tab and language', async ({ shop, page, context, catalogue }) => {
  await shop.addToCart(catalogue.plain)
  await page.reload()
  await shop.expectCartCount(1)

  const otherTab = await context.newPage()
  await otherTab.goto(inLocale('ru', paths.cart()))
  await expect(otherTab.getByRole('main').getByRole('listitem').first()).toContainText(money(catalogue.plain.price))
  await shop.buyButton().click()
  await expect(otherTab.getByRole('main').getByRole('status').first()).toHaveText('2')
})

test('an empty cart links to the shop', { tag: FULL }, async ({ shop }) => {
  await shop.open(paths.cart())
  await expect(shop.heading()).toHaveText(az('cart.empty.title'))
  await shop
    .main()
    .getByRole('link', { name: az('common.toShop') })
    .click()
  await shop.expectPath(paths.home())
})
