import type { Session } from '~shared/api/types'
import { accountWho, signedInByApi } from './accounts'
import { Shop, test as base } from './shop'

interface Fixtures {
  operator: Session
  /** Where the operator works, watched as every test is. */
  desk: Shop
  /** Somebody else, in a browser of their own. */
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

/** Something that only this test says. */
export const mark = () => Math.floor(Math.random() * 1e9).toString(36)
