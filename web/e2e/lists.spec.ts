// A blogger earns money when others buy through its product lists, which are public.

import type { ProductCard } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { test } from './blogger'
import { FULL } from './coverage'
import { problem } from './problem'
import { expect, type Shop } from './shop'
import { az } from './texts'

/** The navigation of the account, whose links are folded on phones. */
const sidebar = (shop: Shop) => shop.main().getByRole('navigation', { name: az('common.nav.account') })

const listItem = (shop: Shop, name: string) =>
  shop
    .main()
    .getByRole('listitem')
    .filter({ has: shop.page.getByRole('heading', { level: 2, name, exact: true }) })

/** Finds a list in the dialog that adds a product to lists. */
const checkboxOf = (shop: Shop, name: string) => shop.page.getByRole('checkbox', { name: new RegExp(`^${name}`) })

async function openAddingDialog(shop: Shop, { name, slug }: ProductCard) {
  await shop.open(paths.product(slug))
  await shop
    .main()
    .getByRole('button', { name: az('lists.adding.of', { name }), exact: true })
    .filter({ visible: true })
    .click()
}

test('a new list gets a product on the product page, and every visitor can see the list', async ({
  shop,
  page,
  blogger,
  catalogue,
  browser,
  isPhone,
}) => {
  const name = blogger.uniqueName('Anama')
  await shop.open(paths.account())
  if (isPhone) await sidebar(shop).locator('summary').first().click()
  await sidebar(shop)
    .getByRole('link', { name: az('account.influencer.lists') })
    .click()
  await shop.expectPath(paths.myLists())
  await shop
    .main()
    .getByRole('button', { name: az('lists.new') })
    .click()
  const dialog = shop.dialog(az('lists.new'))

  await dialog.getByRole('button', { name: az('lists.create') }).click()
  await expect(dialog.getByLabel(az('lists.label.name'), { exact: true })).toHaveAccessibleDescription(az('errors.fields.required'))
  await dialog.getByLabel(az('lists.label.name'), { exact: true }).fill(name)
  await dialog.getByLabel(az('lists.label.description')).fill('Hər il birini seçirəm')
  await dialog.getByRole('button', { name: az('lists.create') }).click()
  await shop.expectToast(az('lists.created', { name }))
  await expect(shop.heading()).toHaveText(name)
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const { plain } = catalogue
  await openAddingDialog(shop, plain)
  await checkboxOf(shop, name).click()
  await expect(checkboxOf(shop, name)).toBeChecked()
  await expect(checkboxOf(shop, name)).toHaveAccessibleName(new RegExp(az('catalog.products', { count: 1 })))
  await expect.poll(() => blogger.countProducts(name)).toBe(1)

  const guestContext = await browser.newContext()
  const visitor = await guestContext.newPage()
  const response = await visitor.goto(paths.list(slug))
  expect(response?.status()).toBe(200)
  expect(await response?.text(), 'the name is in the HTML, which search engines read').toContain(`<title>${name}`)
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(visitor.getByText('Leyla H.'), 'the name of the blogger, with an initial').toBeVisible()
  await expect(visitor.getByRole('main').getByRole('article')).toHaveCount(1)
  await expect(visitor.getByRole('button', { name: az('lists.adding.of', { name: plain.name }) })).toHaveCount(0)
  await guestContext.close()
})

test(
  'a list is renamed, shared, and deleted after a confirmation; then its page is gone',
  { tag: FULL },
  async ({ shop, page, context, blogger, guard }) => {
    guard.allow(/\b404\b/)
    const [oldName, newName] = [blogger.uniqueName('Köhnə'), blogger.uniqueName('Təzə')]
    const { slug } = await blogger.createList(oldName)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // Without `navigator.share`, which only some platforms have, the page copies the link.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await shop.open(paths.myLists())
    await listItem(shop, oldName)
      .getByRole('button', { name: az('lists.editOf', { name: oldName }) })
      .click()
    await shop.dialog(az('lists.edit')).getByLabel(az('lists.label.name'), { exact: true }).fill(newName)
    await shop
      .dialog(az('lists.edit'))
      .getByRole('button', { name: az('lists.save') })
      .click()
    await shop.expectToast(az('lists.updated'))

    await listItem(shop, newName)
      .getByRole('button', { name: az('lists.shareOf', { name: newName }) })
      .click()
    await shop.expectToast(az('lists.copied'))
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname, 'the link does not change with the name').toBe(paths.list(slug))

    await listItem(shop, newName)
      .getByRole('button', { name: az('lists.deleteOf', { name: newName }) })
      .click()
    const confirmation = shop.dialog(az('lists.deleting.title', { name: newName }))
    await confirmation.getByRole('button', { name: az('lists.deleting.submit') }).click()
    await shop.expectToast(az('lists.deleted', { name: newName }))
    await expect(listItem(shop, newName)).toHaveCount(0)
    expect((await page.goto(paths.list(slug)))?.status()).toBe(404)
  },
)

test('a product is removed from its list at once and restored by undo', { tag: FULL }, async ({ shop, blogger, catalogue }) => {
  const { plain, discounted } = catalogue
  const name = blogger.uniqueName('Anama')
  const { slug } = await blogger.createList(name, [plain.id, discounted.id])
  await shop.open(paths.myList(slug))
  await expect(shop.cards()).toHaveCount(2)
  await shop
    .card(plain.name)
    .getByRole('button', { name: az('lists.products.removeOf', { name: plain.name }) })
    .click()
  await expect(shop.card(plain.name)).toHaveCount(0)
  await expect(shop.heading()).toBeFocused()
  await expect.poll(() => blogger.countProducts(name)).toBe(1)
  await shop
    .toasts()
    .getByRole('button', { name: az('common.undo') })
    .click()
  await expect(shop.card(plain.name)).toBeVisible()
  await expect.poll(() => blogger.countProducts(name), 'the list has both products again').toBe(2)
})

test('when a change fails, the dialog says so and reverts it', { tag: FULL }, async ({ shop, page, blogger, catalogue, guard }) => {
  guard.allow(/\b503\b/)
  const name = blogger.uniqueName('Anama')
  await blogger.createList(name)
  await page.route('**/list/*/products', (route) => route.fulfill(problem(503, 'service_unavailable', 'Bir az sonra.')))
  await openAddingDialog(shop, catalogue.plain)
  const dialog = shop.dialog(az('lists.adding.title'))
  await checkboxOf(shop, name).click()
  await expect(dialog.getByRole('alert')).toHaveText(`${az('lists.failed.add')} Bir az sonra.`)
  await expect(checkboxOf(shop, name)).not.toBeChecked()
})

test('customers who are not bloggers see a link to the application form', { tag: FULL }, async ({ shop, session, guard }) => {
  // The account has no influencer application.
  guard.allow(/\b404\b/)
  expect(session.user.isBlogger).toBe(false)
  await shop.open(paths.myLists())
  await expect(shop.heading()).toHaveText(az('lists.bloggersOnly'))
  await shop
    .main()
    .getByRole('link', { name: az('account.influencer.link') })
    .last()
    .click()
  await shop.expectPath(paths.influencerForm())
})

test('lists require signing in', { tag: FULL }, async ({ shop }) => {
  await shop.page.goto(paths.myLists())
  await shop.expectPath(paths.signIn(paths.myLists()))
})
