import type { Session } from '~shared/api/types'
import { accountWho, signedInByApi } from './accounts'
import { Shop, test as base } from './shop'

interface Fixtures {
  operator: Session
  /** The operator's shop, watched by the guard of the test. */
  desk: Shop
  /** A second visitor in a separate browser context. */
  guest: Shop
}

export const test = base.extend<Fixtures>({
  operator: async ({ request }, provide) => provide(await signedInByApi(request, accountWho('operator'))),
  desk: async ({ shop, operator }, provide) => {
    await shop.remembers('auth', { ...operator, isAuthenticated: true })
    await provide(shop)
  },
  guest: async ({ browser, isPhone }, provide) => {
    const elsewhere = await browser.newContext()
    await provide(new Shop(await elsewhere.newPage(), isPhone))
    await elsewhere.close()
  },
})

/** Returns a random text that identifies this test. */
export const mark = () => Math.floor(Math.random() * 1e9).toString(36)
