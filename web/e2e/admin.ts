import type { Session } from '~shared/api/types'
import { demoAccount, signInByApi } from './accounts'
import { Shop, test as base } from './shop'

interface Fixtures {
  operator: Session
  /** The operator's shop, watched by the guard of the test. */
  admin: Shop
  /** A second visitor in a separate browser context. */
  guest: Shop
}

export const test = base.extend<Fixtures>({
  operator: async ({ request }, provide) => provide(await signInByApi(request, demoAccount('operator'))),
  admin: async ({ shop, operator }, provide) => {
    await shop.storeSection('auth', { ...operator, isAuthenticated: true })
    await provide(shop)
  },
  guest: async ({ browser, isPhone }, provide) => {
    const elsewhere = await browser.newContext()
    await provide(new Shop(await elsewhere.newPage(), isPhone))
    await elsewhere.close()
  },
})

/** Returns a random text that identifies this test. */
export const uniqueMark = () => Math.floor(Math.random() * 1e9).toString(36)
