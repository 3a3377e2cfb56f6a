import type { Page } from '@playwright/test'
import { LOCALES } from '~/i18n/locale'
import { holdsInCart } from './accounts'
import { accountPages, guestPages } from './pages'
import { expect, test } from './shop'

test.use({ viewport: { width: 320, height: 640 } })
test.beforeEach(({ guard }) => guard.expects(/\b404\b/))

/** What sticks out to the right, named so that it can be found. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room) return []
    const isClipped = (element: Element): boolean =>
      element.parentElement !== null &&
      element.parentElement !== document.body &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' || isClipped(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > room + 1 && !isClipped(element))
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60)}`)
      .slice(0, 5)
  })

for (const locale of LOCALES)
  test(`no page scrolls sideways at 320 px in ${locale}`, async ({ shop, page, catalogue }) => {
    for (const [name, path] of Object.entries(guestPages(catalogue)))
      await test.step(name, async () => {
        await shop.open(path, locale)
        expect.soft(await sideways(page), name).toEqual([])
      })
  })

test('nor does the account', async ({ shop, page, session, request, catalogue }) => {
  await holdsInCart(request, session, catalogue.reduced.id, 2)
  for (const [name, path] of Object.entries(accountPages))
    await test.step(name, async () => {
      await shop.open(path)
      expect.soft(await sideways(page), name).toEqual([])
    })
})
