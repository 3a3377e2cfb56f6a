import type { Category } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import type { Catalogue } from './catalogue'
import { FULL } from './coverage'
import { heroOf, homeSections } from './home-sections'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const categoryBar = (shop: Shop) => shop.banner().getByRole('navigation', { name: az('common.nav.categories') })

/** The link to the category. Hovering over it opens the menu. */
const tab = (shop: Shop, { name }: Category) => categoryBar(shop).getByRole('link', { name, exact: true })

/** The button that opens the menu and closes it. */
const opener = (shop: Shop, { name }: Category) => categoryBar(shop).getByRole('button', { name: az('common.nav.open', { name }) })

/** The first link of an open menu. Tests look for it, because the menu itself has no role. */
const allLink = (shop: Shop, { name }: Category) => categoryBar(shop).getByRole('link', { name: az('common.nav.all', { name }) })

/** Counts the different left edges of the links in the category's open menu. */
async function countColumns(shop: Shop, category: Category) {
  await expect(allLink(shop, category)).toBeVisible()
  const links = category.children.map(({ name }) => categoryBar(shop).getByRole('link', { name, exact: true }).last())
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size
}

function firstCategory({ tree: [first] }: Catalogue): Category {
  if (!first) throw new Error('the demo has no categories')
  return first
}

/** This is longer than any delay of the menus. */
const LONG_MS = 1_000

test('hovering opens a menu after a delay, the pointer may enter it, and leaving closes it', async ({ shop, page, catalogue }) => {
  const [first, second] = catalogue.tree
  if (!first || !second) throw new Error('the demo has fewer than two categories')
  await page.clock.install()
  await shop.open(paths.home())

  // The pointer leaves before the delay is over. `pauseAt` fails for a time in the past.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await tab(shop, first).hover()
  const belowBar = [700, 700] as const
  await page.mouse.move(...belowBar)
  await page.clock.runFor(LONG_MS)
  await expect(opener(shop, first), 'nothing opens in passing').toHaveAttribute('aria-expanded', 'false')
  await page.clock.resume()

  await tab(shop, first).hover()
  await expect(allLink(shop, first)).toBeVisible()
  await expect(opener(shop, first)).toHaveAttribute('aria-expanded', 'true')
  await allLink(shop, first).hover()
  await page.clock.runFor(LONG_MS)
  await expect(allLink(shop, first), 'the pointer is in the menu').toBeVisible()

  await tab(shop, second).hover()
  await expect(allLink(shop, second)).toBeVisible()
  await expect(allLink(shop, first)).toBeHidden()
  const belowMenu = [700, 880] as const
  await page.mouse.move(...belowMenu)
  await expect(allLink(shop, second)).toBeHidden()
})

test('a link of the third level closes the menu and opens its page', { tag: FULL }, async ({ shop, catalogue }) => {
  const top = catalogue.tree.find(({ children }) => children.some((child) => child.children.length > 0))
  const third = top?.children.find(({ children }) => children.length > 0)?.children[0]
  if (!top || !third) throw new Error('the demo has no third level')
  await shop.open(paths.home())
  await tab(shop, top).hover()
  await categoryBar(shop).getByRole('link', { name: third.name, exact: true }).click()
  await shop.expectPath(paths.category(third.slug))
  await expect(allLink(shop, top)).toBeHidden()
  await expect(shop.heading()).toHaveText(third.name)
})

test('“back” closes an open menu', { tag: FULL }, async ({ shop, page, request, catalogue }) => {
  const { hero } = heroOf(await homeSections(request))
  const first = firstCategory(catalogue)
  await shop.open(paths.home())
  const headingOfHome = await shop.heading().innerText()
  await shop
    .main()
    .getByRole('link', { name: hero?.action ?? '' })
    .click()
  await shop.expectPath(/\/kateqoriya\//)
  // The menus close with the page, a moment after the address changes.
  await expect(shop.heading()).not.toHaveText(headingOfHome)
  await opener(shop, first).press('Enter')
  await expect(allLink(shop, first)).toBeVisible()
  await page.goBack()
  await shop.expectPath(paths.home())
  await expect(allLink(shop, first)).toBeHidden()
})

test('the keyboard opens a menu by its button only, moves inside it, and Escape restores the focus', async ({ shop, page, catalogue }) => {
  const first = firstCategory(catalogue)
  await page.clock.install()
  await shop.open(paths.home())
  await tab(shop, first).focus()
  await page.clock.runFor(LONG_MS)
  await expect(opener(shop, first), 'focus alone opens nothing').toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('Tab')
  await expect(opener(shop, first)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(opener(shop, first)).toHaveAttribute('aria-expanded', 'true')
  await expect(allLink(shop, first)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(categoryBar(shop).getByRole('link', { name: first.children[0]?.name ?? '', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(allLink(shop, first)).toBeHidden()
  await expect(opener(shop, first)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(allLink(shop, first)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(allLink(shop, first)).toBeHidden()
})

test('Escape also closes a menu opened by hovering', { tag: FULL }, async ({ shop, page, catalogue }) => {
  const first = firstCategory(catalogue)
  await shop.open(paths.home())
  await tab(shop, first).hover()
  await expect(allLink(shop, first)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(allLink(shop, first)).toBeHidden()
})

test('more than four children are laid out in three columns', async ({ shop, catalogue }) => {
  await shop.open(paths.home())
  for (const category of catalogue.tree) {
    await opener(shop, category).click()
    const { length } = category.children
    expect(await countColumns(shop, category), category.name).toBe(length > 4 ? 3 : length)
    await opener(shop, category).click()
  }
})
