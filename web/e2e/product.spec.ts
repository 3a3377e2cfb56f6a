import type { Locator } from '@playwright/test'
import type { Product } from '~shared/api/types'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { BOTH, languagesFor } from './coverage'
import { expect, cartLine, type Shop, test } from './shop'
import { az, moneyIn, texts } from './texts'

/** A picture in a gallery is wider than this on both devices. */
const MIN_PICTURE_WIDTH_PX = 350

const gallery = (shop: Shop) => shop.region(az('product.gallery.label'))

/** The button that shows the picture `n`, counted from 1. On phones it is a dot. */
const thumbnail = (shop: Shop, n: number) => gallery(shop).getByRole('button', { name: az('product.gallery.show', { n }), exact: true })

test(
  'the gallery has at least three pictures, reached by thumbnails or dots, arrows and arrow keys',
  { tag: BOTH },
  async ({ shop, page, catalogue, isPhone }) => {
    await shop.open(paths.product(catalogue.plain.slug))
    const picture = (n: number) => gallery(shop).getByRole('img', { name: az('product.gallery.alt', { name: catalogue.plain.name, n }) })
    await expect(picture(3)).toBeAttached()
    await expect(picture(1)).toBeInViewport()

    await thumbnail(shop, 3).click()
    await expect(picture(3)).toBeInViewport({ ratio: 0.5 })
    await expect(thumbnail(shop, 3)).toHaveAttribute('aria-current', 'true')

    // Only wide screens have arrow buttons, and the arrow keys need a keyboard.
    if (isPhone) return
    await gallery(shop)
      .getByRole('button', { name: az('product.gallery.previous') })
      .click()
    await expect(thumbnail(shop, 2)).toHaveAttribute('aria-current', 'true')
    await gallery(shop)
      .getByRole('group', { name: az('product.gallery.pictures') })
      .focus()
    await page.keyboard.press('ArrowLeft')
    await expect(thumbnail(shop, 1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('End')
    await expect(picture(3)).toBeInViewport({ ratio: 0.5 })
  },
)

test('a single picture is as large as in a gallery, and the placeholder of a missing picture cannot be enlarged', async ({
  shop,
  page,
  catalogue,
}) => {
  const { slug, name } = catalogue.plain
  /** The product has these pictures instead: at first none, then one. */
  const overrides = { imageUrl: '', images: [] as string[] }
  // The HTML document contains the real product, so the test opens the page by a link and replaces the API's response.
  await page.route(`**/api/v1/product/${slug}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: Product }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...overrides } } })
  })
  const openProduct = async () => {
    await shop.open(paths.search(name))
    await shop.card(name).getByRole('link').first().click()
    await shop.expectPath(paths.product(slug))
  }
  const picture = gallery(shop).getByRole('img', { name: az('product.gallery.alt', { name, n: 1 }) })
  const zoomButton = gallery(shop).getByRole('button', { name: az('product.gallery.zoom') })

  await openProduct()
  await expect(picture).toBeVisible()
  await expect(zoomButton).toBeHidden()

  overrides.images = [catalogue.plain.imageUrl]
  await openProduct()
  await expect(zoomButton).toBeVisible()
  await expect(thumbnail(shop, 1)).toHaveCount(0)
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(MIN_PICTURE_WIDTH_PX)
})

test(
  'a picture is zoomed by touch or keyboard, and “back” returns to the product',
  { tag: BOTH },
  async ({ shop, page, catalogue, isPhone }) => {
    const { slug, name } = catalogue.plain
    await shop.open(paths.product(slug))
    await gallery(shop)
      .getByRole('button', { name: az('product.gallery.zoom') })
      .click()
    const dialog = shop.dialog(name)
    const zoomed = dialog.getByRole('img')
    await expect(zoomed).toBeVisible()
    const width = async () => (await zoomed.boundingBox())?.width ?? 0
    const unzoomedWidth = await width()

    if (isPhone) {
      const middleOfScreen = [195, 422] as const
      await page.touchscreen.tap(...middleOfScreen)
      await page.touchscreen.tap(...middleOfScreen)
      await expect.poll(width).toBeGreaterThan(unzoomedWidth * 2)
      await page.goBack()
    } else {
      const middleOfWindow = [720, 450] as const
      await page.mouse.move(...middleOfWindow)
      await page.mouse.wheel(0, -500)
      // The browser may split the turn of the wheel into several events. In total it zooms by the factor e.
      await expect.poll(async () => (await width()) / unzoomedWidth).toBeCloseTo(Math.E, 1)
      await page.keyboard.press('0')
      await expect.poll(width).toBe(unzoomedWidth)
      await page.keyboard.press('+')
      await expect.poll(width).toBeGreaterThan(unzoomedWidth)
      await page.keyboard.press('0')
      await page.keyboard.press('ArrowRight')
      await expect(zoomed).toHaveAccessibleName(az('product.gallery.alt', { name, n: 2 }))
      await page.keyboard.press('Escape')
      await expect(gallery(shop).getByRole('button', { name: az('product.gallery.zoom') })).toBeFocused()
      await expect(thumbnail(shop, 2)).toHaveAttribute('aria-current', 'true')
    }
    await expect(dialog).toBeHidden()
    await shop.expectPath(paths.product(slug))
  },
)

for (const locale of languagesFor('instalments'))
  test(`the instalments add up exactly to the price in ${locale}`, async ({ shop, request, catalogue }) => {
    const t = texts(locale)
    const { slug, discountedPrice = 0 } = catalogue.discounted
    const { data } = (await (await request.get(`/api/v1/product/${slug}`)).json()) as { data: Product }
    const { months, monthly } = data.installment[0] ?? { months: 0, monthly: 0 }
    await shop.open(paths.product(slug), locale)
    await shop
      .main()
      .getByRole('button', { name: t('product.plans') })
      .click()
    await shop
      .main()
      .getByRole('radio', { name: t('deferred.closer.plan.months', { count: months }), exact: true })
      .check({ force: true })
    const amount = (name: string) => shop.main().locator('dl > div').filter({ hasText: name }).locator('dd')
    await expect(amount(t('deferred.closer.plan.monthly'))).toHaveText(moneyIn(locale, monthly))
    await expect(amount(t('deferred.closer.plan.total'))).toHaveText(moneyIn(locale, discountedPrice))
    if (data.discountUntil)
      await expect(shop.main().getByText(t('deferred.product.discountUntil', { date: date(locale, data.discountUntil) }))).toBeVisible()
  })

test('sharing a product uses its address without parameters', async ({ shop, page, context, catalogue }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Without `navigator.share`, which only some browsers have, the page copies the link.
  await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share)
  await shop.open(`${paths.product(catalogue.plain.slug)}?utm_source=x`)
  await shop
    .main()
    .getByRole('button', { name: az('product.share') })
    .click()
  await shop.expectToast(az('product.linkCopied'))
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname + new URL(copied).search).toBe(paths.product(catalogue.plain.slug))
})

test('the page shows price, old price, instalment, seller and breadcrumbs', async ({ shop, page, catalogue }) => {
  const { slug, name, price, discountedPrice = 0, category, store } = catalogue.discounted
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
  await shop.expectPath(paths.store(store.slug))
  await expect(shop.heading()).toHaveText(store.name)
  await page.goBack()
  await crumbs.getByRole('link').last().click()
  await shop.expectPath(paths.category(category.slug))
})

test('adding to the cart updates the count and offers a link to the cart', async ({ shop, page, catalogue }) => {
  await shop.open(paths.product(catalogue.plain.slug))
  await shop.expectCartCount(0)
  // The second click of a double click adds nothing.
  await shop.buyButton().dblclick()
  await shop.expectCartCount(1)
  await shop.waitOutDoubleTap()
  await shop.buyButton().click()
  await shop.expectCartCount(2)
  await shop
    .toasts()
    .getByRole('button', { name: az('common.cart.view') })
    .last()
    .click()
  await shop.expectPath(paths.cart())
  await expect(cartLine(page, catalogue.plain.name)).toContainText(money(catalogue.plain.price * 2))
})

test('a product with sizes can be bought only with a size, and shows the price of the size', async ({ shop, page, catalogue }) => {
  const { slug, name, sizes } = catalogue.sized
  const size = sizes.findLast(({ stock }) => stock >= 3)
  await shop.open(paths.product(slug))
  await shop.buyButton().click()
  await expect(page.getByRole('alert')).toHaveText(az('product.chooseSize'))
  await shop.expectCartCount(0)

  await page.getByRole('radio', { name: new RegExp(`^${escapeRegExp(size?.name)}`) }).click()
  await shop.expectPath(`${paths.product(slug)}?size=${size?.id}`)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(
    shop
      .main()
      .getByText(money(size?.price ?? 0), { exact: true })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await shop.buyButton().click()
  await shop.expectCartCount(1)
  await shop.cartLink().click()
  await expect(cartLine(page, name)).toContainText(az('cart.size', { name: size?.name ?? '' }))
})

const escapeRegExp = (text = '') => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

test('a sold-out product cannot be bought', async ({ shop, catalogue }) => {
  await shop.open(paths.product(catalogue.soldOut.slug))
  await expect(shop.main().getByText(az('product.stock.none'))).toBeVisible()
  await expect(shop.main().getByRole('button', { name: az('catalog.soldOut') })).toBeDisabled()
  await expect(shop.buyButton()).toHaveCount(0)
  await shop
    .main()
    .getByRole('link', { name: az('product.alike') })
    .click()
  await shop.expectPath(`${paths.category(catalogue.soldOut.category.slug)}?inStock=true`)
})

/** The page grows while it scrolls, because its parts load when they are near. */
const scrollUntilLoaded = (shop: Shop, target: Locator) =>
  expect
    .poll(async () => {
      await shop.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return target.count()
    })
    .toBeGreaterThan(0)

test('recently viewed products are shown on product pages and the home page until the shopper signs out', async ({
  shop,
  session,
  catalogue,
  isPhone,
}) => {
  const { plain, discounted } = catalogue
  const viewed = shop.region(az('product.viewed')).getByRole('article')
  await shop.open(paths.product(plain.slug))
  await shop.open(paths.product(discounted.slug))
  await scrollUntilLoaded(shop, viewed)
  await expect(viewed).toHaveCount(1)
  await expect(viewed).toContainText(plain.name)
  await shop.open(paths.home())
  await scrollUntilLoaded(shop, viewed)
  await expect(viewed).toHaveCount(2)
  await expect(viewed.first(), 'the latest product is the first').toContainText(discounted.name)

  expect((await shop.stored<{ viewed: number[] }>('product'))?.viewed).toEqual([discounted.id, plain.id])
  await shop.open(paths.account())
  const menuOrNav = isPhone ? await shop.openMenu() : shop.main().getByRole('navigation', { name: az('common.nav.account') })
  await menuOrNav.getByRole('button', { name: az('common.nav.signOut') }).click()
  await shop.expectGuest()
  expect(session.user.isBlogger, 'a customer, not a blogger').toBe(false)
  expect((await shop.stored<{ viewed: number[] }>('product'))?.viewed).toEqual([])
})
