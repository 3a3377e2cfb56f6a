// Extends the `test` of shop.ts with fixtures for the back office: an operator (a member of staff) and a second visitor.

import { Shop, test as base } from './shop'
import { signInStaffByApi, type StaffHeaders, addStaffSession } from './staff'

interface Fixtures {
  /** The headers with which API calls act as the operator. */
  operator: StaffHeaders
  /** The browser of the operator, watched by the guard of the test. */
  admin: Shop
  /** The browser of a second visitor, who is not signed in. The guard does not watch it. */
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

/** Returns a random text that distinguishes the data of one test from that of all others. */
export const uniqueMark = () => Math.floor(Math.random() * 1e9).toString(36)
