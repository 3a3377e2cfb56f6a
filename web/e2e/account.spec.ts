import { paths } from '~shared/lib/paths'
import { addToCart, apiGet, likeProduct } from './accounts'
import { FULL } from './coverage'
import { expect, labelWithCount, test } from './shop'
import { az } from './texts'

/** How long the message is shown. */
const TOAST_MS = 2_000

test('the header shows the counts of the account, including unread messages', async ({ shop, session, request, catalogue }) => {
  const { plain, discounted } = catalogue
  await addToCart(request, session, plain.id, 2)
  await addToCart(request, session, discounted.id, 1)
  await likeProduct(request, session, plain.id)
  const unread = await apiGet<{ data: { count: number } }>(request, session, '/notification/count?hasViewed=false')

  await shop.open(paths.home())
  await shop.expectCartCount(3)
  await shop.expectFavouriteCount(1)
  const { count } = unread.data
  const name = az('common.nav.account')
  await expect(shop.profileLink()).toHaveAccessibleName(count === 0 ? name : labelWithCount(name, az('common.nav.unread', { count })))

  await shop.open(paths.product(plain.slug))
  await shop.buyButton().click()
  await shop.expectCartCount(4)
})

test(
  "the server's cart changes by steps, and a removal can be undone",
  { tag: FULL },
  async ({ shop, page, session, request, catalogue }) => {
    const { name, id } = catalogue.plain
    await addToCart(request, session, id, 2)
    await shop.open(paths.cart())
    await page.getByRole('button', { name: az('cart.moreOf', { name }), exact: true }).click()
    await shop.expectCartCount(3)

    await page.getByRole('button', { name: az('cart.removeOf', { name }), exact: true }).click()
    await expect(shop.heading()).toHaveText(az('cart.empty.title'))
    await shop.expectCartCount(0)
    await shop
      .toasts()
      .getByRole('button', { name: az('common.undo') })
      .click()
    await shop.expectCartCount(3)
    await page.reload()
    await shop.expectCartCount(3)
  },
)

test('guests who open the account sign in and return to the page', async ({ shop, page, account }) => {
  await page.goto(paths.notifications())
  await shop.expectPath(paths.signIn(paths.notifications()))
  await shop.signIn(account.email, account.password)
  await shop.expectPath(paths.notifications())
  await expect(shop.heading()).toHaveText(new RegExp(`${az('account.notifications.title')}|${az('account.notifications.empty')}`))
})

test('the account shows personal data, and initials that are drawn locally', async ({ shop, page, session, isPhone }) => {
  const { firstName, lastName, code, email = '' } = session.user
  await shop.open(paths.account())
  const nav = shop.main().getByRole('navigation', { name: az('common.nav.account') })
  await expect(nav.getByText(`${firstName} ${lastName}`)).toBeVisible()
  await expect(nav.getByText(az('account.number', { code }))).toBeVisible()
  await expect(nav.getByText(`${firstName[0]}${lastName[0]}`, { exact: true })).toBeVisible()
  await expect(shop.main().getByText(email)).toBeVisible()

  // On phones the links of the navigation are folded under the name.
  if (isPhone) await nav.getByText(`${firstName} ${lastName}`).click()
  await nav.getByRole('link', { name: new RegExp(az('account.notifications.title')) }).click()
  await shop.expectPath(paths.notifications())
  await expect(page.getByRole('navigation', { name: az('common.breadcrumbs') })).toBeVisible()
})

test('signing out shows a message at the top right for two seconds, and forgets everything', async ({
  shop,
  page,
  session,
  request,
  catalogue,
  isPhone,
}) => {
  await addToCart(request, session, catalogue.plain.id, 1)
  await page.clock.install()
  await shop.open(paths.account())
  await shop.expectCartCount(1)
  // The footer fetches the imprint, which the server would refuse after the sign-out.
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await expect(footer.getByText(az('deferred.footer.taxNumber', { number: '' }))).toBeVisible()
  const menuOrNav = isPhone ? await shop.openMenu() : shop.main().getByRole('navigation', { name: az('common.nav.account') })
  const signOut = menuOrNav.getByRole('button', { name: az('common.nav.signOut') })
  // The menu's content never loads while the clock is stopped.
  await expect(signOut).toBeVisible()
  // `pauseAt` fails for a time in the past.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
  await signOut.click()

  const toast = shop.toasts().getByText(az('common.logouted'), { exact: true })
  const box = await toast.locator('xpath=..').boundingBox()
  const width = page.viewportSize()?.width ?? 0
  // On phones, toasts appear below the header bars and the app banner.
  expect(box?.y).toBeLessThan(isPhone ? 140 : 60)
  expect(width - (box?.x ?? 0) - (box?.width ?? 0), 'at the right edge').toBeLessThan(40)
  await page.clock.runFor(TOAST_MS - 1)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
  await page.clock.resume()

  await shop.expectGuest()
  await shop.expectCartCount(0)
  expect(await shop.stored('auth')).toMatchObject({ user: null, accessToken: null, refreshToken: null, isAuthenticated: false })
  const refused = await request.get('/api/v1/auth/refresh', { headers: { authorization: `Bearer ${session.refreshToken}` } })
  expect(refused.status(), 'the session is over on the server, too').toBe(401)
})
