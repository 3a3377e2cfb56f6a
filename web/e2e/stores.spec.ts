import type { Store } from '~shared/api/types'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { apiGet } from './accounts'
import { FULL } from './coverage'
import { signInNewAccount } from './new-accounts'
import { problem } from './problem'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const followButton = (shop: Shop, name: string) => shop.main().getByRole('button', { name: az('stores.followOf', { name }), exact: true })

const followers = (count: number) => az('stores.followers', { count, n: number(count) })

test('following a store shows at once, is stored, and appears in the subscriptions', async ({ shop, page, request, catalogue }) => {
  const { session } = await signInNewAccount(shop, request)
  const { name, slug } = catalogue.plain.store
  await shop.open(paths.store(slug))
  await expect(followButton(shop, name)).toHaveAttribute('aria-pressed', 'false')
  await followButton(shop, name).click()
  await expect(followButton(shop, name)).toHaveAttribute('aria-pressed', 'true')
  await shop.expectToast(az('stores.followed', { name }))
  const { data } = await apiGet<{ data: Store }>(request, session, `/store/${slug}`)
  expect(data.isSubscribed).toBe(true)
  await page.reload()
  await expect(followButton(shop, name)).toHaveAttribute('aria-pressed', 'true')

  await shop.open(paths.subscriptions())
  await shop
    .main()
    .getByRole('button', { name: az('stores.subscriptions.unfollowOf', { name }) })
    .click()
  await expect(shop.heading()).toHaveText(az('stores.subscriptions.empty'))
  await shop
    .toasts()
    .getByRole('button', { name: az('common.undo') })
    .click()
  await expect(shop.main().getByRole('link', { name, exact: true })).toBeVisible()
})

test('the button and the count revert when the server refuses', { tag: FULL }, async ({ shop, page, request, guard, catalogue }) => {
  guard.allow(/\b503\b/)
  const { session } = await signInNewAccount(shop, request)
  // Another test may follow the store of `plain` at the same time, which would change the count.
  const products = [catalogue.discounted, catalogue.sized, catalogue.soldOut]
  const { name, slug } = products.find(({ store }) => store.slug !== catalogue.plain.store.slug)?.store ?? catalogue.plain.store
  const { data } = await apiGet<{ data: Store }>(request, session, `/store/${slug}`)
  await page.route('**/store/subscribe/*', (route) => route.fulfill(problem(503, 'service_unavailable')))
  await shop.open(paths.store(slug))
  await followButton(shop, name).click()
  await expect(shop.toasts().getByRole('paragraph')).not.toHaveCount(0)
  await expect(followButton(shop, name)).toHaveAttribute('aria-pressed', 'false')
  await expect(shop.main().getByText(followers(data.subscriberCount))).toBeVisible()
})

test('guests are asked to sign in', { tag: FULL }, async ({ shop, catalogue }) => {
  const { name, slug } = catalogue.plain.store
  await shop.open(paths.store(slug))
  await followButton(shop, name).click()
  await expect(shop.dialog(az('deferred.login.title'))).toBeVisible()
})

test('stores are filtered by name and category, in the address', async ({ shop, page, catalogue }) => {
  const { name } = catalogue.plain.store
  await shop.open(paths.stores())
  await shop.main().getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await shop.expectPath(paths.stores({ text: name }))
  await expect(shop.card(name)).toBeVisible()
  await page.goBack()
  await expect(shop.main().getByRole('searchbox')).toHaveValue('')

  const { name: category, slug } = catalogue.big
  await shop
    .main()
    .getByRole('navigation', { name: az('stores.categories') })
    .getByRole('link', { name: category, exact: true })
    .click()
  await shop.expectPath(paths.stores({ category: slug }))
  await expect(shop.cards()).not.toHaveCount(0)
  await shop
    .main()
    .getByRole('combobox', { name: az('stores.sort') })
    .selectOption('name')
  await shop.expectPath(paths.stores({ category: slug, sort: 'name' }))

  await shop.open(paths.stores({ text: 'qwxzqwxz' }))
  await expect(shop.main().getByRole('heading', { name: az('stores.none') })).toBeVisible()
})
