import type { ProductCard } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { FULL } from './coverage'
import { expect, heart, type Shop, test } from './shop'
import { az } from './texts'

const modal = (shop: Shop) => shop.dialog(az('deferred.login.title'))

/** Matches the path of the sign-in page with any parameters. */
const SIGN_IN_PAGE = /^[^?]*\/giris(\?|$)/

async function likeAsGuest(shop: Shop, product: ProductCard) {
  await shop.open(paths.product(product.slug))
  await heart(shop, product.name).click()
  await expect(modal(shop)).toBeVisible()
}

test("a guest's favourite opens the sign-in modal, which closes by its button and Escape and restores the focus", async ({
  shop,
  page,
  catalogue,
}) => {
  const { plain } = catalogue
  await likeAsGuest(shop, plain)
  await modal(shop)
    .getByRole('button', { name: az('common.close') })
    .click()
  await expect(modal(shop)).toBeHidden()
  await expect(heart(shop, plain.name)).toBeFocused()
  await expect(heart(shop, plain.name)).toHaveAttribute('aria-pressed', 'false')

  await heart(shop, plain.name).click()
  await expect(modal(shop)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal(shop)).toBeHidden()
})

test('the page behind the modal is inert', async ({ shop, page, catalogue }) => {
  await likeAsGuest(shop, catalogue.plain)
  // The modal has fewer tab stops.
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')),
    )
    expect(isInside, `after ${press + 1} presses of Tab`).toBe(true)
  }
})

test('the picture of the modal leads to the sign-in page, which closes the modal', { tag: FULL }, async ({ shop, catalogue }) => {
  await likeAsGuest(shop, catalogue.plain)
  await modal(shop)
    .getByRole('link', { name: az('deferred.login.page') })
    .click()
  await shop.expectPath(SIGN_IN_PAGE)
  await expect(modal(shop)).toBeHidden()
})

test('the button of the modal leads to the sign-in page, too', { tag: FULL }, async ({ shop, catalogue }) => {
  await likeAsGuest(shop, catalogue.plain)
  await modal(shop)
    .getByRole('link', { name: az('common.nav.signIn'), exact: true })
    .click()
  await shop.expectPath(SIGN_IN_PAGE)
  await expect(modal(shop)).toBeHidden()
  await expect(shop.heading()).toHaveText(az('signIn.phone.title'))
})

test('for guests, the heart in the header opens the modal and the profile icon leads to the sign-in page', async ({ shop }) => {
  await shop.open(paths.home())
  await expect(modal(shop), 'it never opens by itself').toBeHidden()
  await shop.favouritesButton().click()
  await expect(modal(shop)).toBeVisible()
  await modal(shop)
    .getByRole('button', { name: az('common.close') })
    .click()
  await shop.profileLink().click()
  await shop.expectPath(paths.signIn())
  await expect(modal(shop)).toBeHidden()
})
