// Fixtures for the back office.

import { Shop, test as base } from './shop'
import { signInStaffByApi, type StaffHeaders, addStaffSession } from './staff'

interface Fixtures {
  /** The headers with which API calls are those of an operator. */
  operator: StaffHeaders
  /** A browser in which this operator is signed in. */
  admin: Shop
  /** A second visitor, who is not signed in and whom the guard does not watch. */
  guest: Shop
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern
  operator: async ({}, provide) => provide(await signInStaffByApi()),
  admin: async ({ shop, operator }, provide) => {
    await addStaffSession(shop.page.context(), operator)
    await provide(shop)
  },
  guest: async ({ browser, isPhone }, provide) => {
    const context = await browser.newContext()
    await provide(new Shop(await context.newPage(), isPhone))
    await context.close()
  },
})

export const randomId = () => Math.floor(Math.random() * 1e9).toString(36)
