import { money } from '~/i18n/format'
import { LOCALES } from '~/i18n/locale'
import { paths } from '~/lib/paths'
import { expect, lineOf, test } from './shop'
import { az } from './texts'

test('the gallery has at least three pictures; thumbnails and arrows show them', async ({ shop, catalogue, isPhone }) => {
  await shop.open(paths.product(catalogue.plain.slug))
  const gallery = shop.region(az('product.gallery.label'))
  const picture = (n: number) => gallery.getByRole('img', { name: az('product.gallery.alt', { name: catalogue.plain.name, n }) })
  const thumbnail = (n: number) => gallery.getByRole('button', { name: az('product.gallery.show', { n }), exact: true })
  await expect(picture(3)).toBeAttached()
  await expect(picture(1)).toBeInViewport()

  await thumbnail(3).click()
  await expect(picture(3)).toBeInViewport({ ratio: 0.5 })
  await expect(thumbnail(3)).toHaveAttribute('aria-current', 'true')
  if (isPhone) return
  await gallery.getByRole('button', { name: az('product.gallery.previous') }).click()
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true')
})

test('price, old price, instalment, seller and breadcrumbs are there', async ({ shop, page, catalogue }) => {
  const { slug, name, price, discountedPrice = 0, category, store } = catalogue.reduced
  await shop.open(paths.product(slug))
  await expect(shop.heading()).toHaveText(name)
  await expect(shop.main().getByText(money(discountedPrice), { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(
    shop
      .main()
      .locator('s')
      .filter({ hasText: money(price), visible: true })
      .first(),
  ).toBeVisible()
  await expect(shop.main().getByText(/\d,\d{2}\s₼ × \d+/)).toBeVisible()

  const crumbs = shop.main().getByRole('navigation', { name: az('common.breadcrumbs') })
  await expect(crumbs.getByRole('link').last()).toHaveText(category.name)
  await shop
    .main()
    .getByRole('link', { name: new RegExp(store.name) })
    .first()
    .click()
  await shop.isAt(paths.store(store.slug))
  await expect(shop.heading()).toHaveText(store.name)
  await page.goBack()
  await crumbs.getByRole('link').last().click()
  await shop.isAt(paths.category(category.slug))
})

test('adding to the cart counts up and offers the way there', async ({ shop, page, catalogue }) => {
  await shop.open(paths.product(catalogue.plain.slug))
  await shop.hasCartCount(0)
  await shop.buyButton().click()
  await shop.hasCartCount(1)
  await shop.buyButton().click()
  await shop.hasCartCount(2)
  await shop
    .toasts()
    .getByRole('button', { name: az('common.cart.view') })
    .last()
    .click()
  await shop.isAt(paths.cart())
  await expect(lineOf(page, catalogue.plain.name)).toContainText(money(catalogue.plain.price * 2))
})

test('a product with sizes asks for one, and its price follows', async ({ shop, page, catalogue }) => {
  const { slug, name, sizes } = catalogue.sized
  const size = sizes.findLast(({ stock }) => stock >= 3)
  await shop.open(paths.product(slug))
  await shop.buyButton().click()
  await expect(page.getByRole('alert')).toHaveText(az('product.chooseSize'))
  await shop.hasCartCount(0)

  await page.getByRole('radio', { name: new RegExp(`^${escaped(size?.name)}`) }).click()
  await shop.isAt(`${paths.product(slug)}?size=${size?.id}`)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(
    shop
      .main()
      .getByText(money(size?.price ?? 0), { exact: true })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await shop.buyButton().click()
  await shop.hasCartCount(1)
  await shop.cartLink().click()
  await expect(lineOf(page, name)).toContainText(az('cart.size', { name: size?.name ?? '' }))
})

const escaped = (text = '') => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

test('what is sold out cannot be bought', async ({ shop, catalogue }) => {
  await shop.open(paths.product(catalogue.soldOut.slug))
  await expect(shop.main().getByText(az('product.stock.none'))).toBeVisible()
  await expect(shop.main().getByRole('button', { name: az('catalog.soldOut') })).toBeDisabled()
  await expect(shop.buyButton()).toHaveCount(0)
})

test('recently viewed products are remembered, here and on the home page', async ({ shop, page, catalogue }) => {
  await shop.open(paths.product(catalogue.plain.slug))
  await shop.open(paths.product(catalogue.reduced.slug))
  const viewed = shop.region(az('product.viewed')).getByRole('article')
  await expect(viewed).toHaveCount(1)
  await expect(viewed).toContainText(catalogue.plain.name)
  await page.reload()
  await shop.open(paths.home())
  await expect(viewed).toHaveCount(2)
  await expect(viewed.first(), 'the latest first').toContainText(catalogue.reduced.name)
})

for (const locale of LOCALES)
  test(`search engines read name, price and availability in ${locale}`, async ({ request, catalogue, shop }) => {
    test.skip(shop.isPhone, 'the document is the same')
    const { slug, price } = catalogue.plain
    const html = await (await request.get(`${locale === 'az' ? '' : `/${locale}`}${paths.product(slug)}`)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? 'null') as unknown,
    )
    const product = blocks.flat().find((block) => (block as { '@type'?: string })['@type'] === 'Product')
    expect(product).toMatchObject({
      offers: { priceCurrency: 'AZN', availability: expect.stringContaining('InStock') as unknown },
    })
    expect(Number((product as { offers: { price: string | number } }).offers.price)).toBe(price / 100)
  })
