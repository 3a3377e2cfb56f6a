import { paths } from '~shared/lib/paths'
import { expect, test } from './shop'
import { az } from './texts'

test('opening the side menu closes the search panel and vice versa', async ({ shop, page }) => {
  await shop.open(paths.home())
  const menu = await shop.openMenu()
  const search = shop.dialog(az('common.search.label'))
  await expect(menu).toBeVisible()
  await expect(search).toBeHidden()

  // Assistive technology can activate a button behind a modal dialog.
  await page.getByRole('button', { name: az('common.search.open'), includeHidden: true }).evaluate((button: HTMLElement) => button.click())
  await expect(search).toBeVisible()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: az('common.nav.menu'), includeHidden: true }).evaluate((button: HTMLElement) => button.click())
  await expect(menu).toBeVisible()
  await expect(search).toBeHidden()
})

test('the side menu links to categories, support and the sign-in page, and closes after navigating', async ({ shop, page, catalogue }) => {
  const [first, second] = catalogue.tree
  const child = first?.children[0]
  await shop.open(paths.home())
  const menu = await shop.openMenu()
  await expect(menu.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  const linkToAllOf = (name = '') => menu.getByRole('link', { name: az('common.nav.all', { name }) })
  await menu.getByText(second?.name ?? '', { exact: true }).click()
  await expect(linkToAllOf(second?.name)).toBeVisible()
  await menu.getByText(first?.name ?? '', { exact: true }).click()
  await expect(linkToAllOf(first?.name)).toBeVisible()
  await expect(linkToAllOf(second?.name), 'only one category is unfolded at a time').toBeHidden()
  await menu.getByRole('link', { name: child?.name ?? '', exact: true }).click()
  await shop.expectPath(paths.category(child?.slug ?? ''))
  await expect(menu).toBeHidden()

  await shop.openMenu()
  await menu.getByRole('link', { name: az('common.nav.signIn') }).click()
  await shop.expectPath(paths.signIn())
  await expect(menu).toBeHidden()
  await page.goBack()
  // Rendering the previous page closes menus.
  await expect(shop.heading()).toHaveText(child?.name ?? '')

  await shop.openMenu()
  await menu.getByRole('button', { name: az('common.close') }).click()
  await expect(menu).toBeHidden()
  await expect(shop.banner().getByRole('button', { name: az('common.nav.menu') }), 'the focus returns to the button').toBeFocused()
})
