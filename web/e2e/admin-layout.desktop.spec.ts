import { adminPaths } from '~admin/paths'
import { openBackOffice } from './placed-orders'
import { expect, test } from './shop'

/** The navigation is to the left of this position. */
const NAVIGATION_PX = 200

// The style sheet of the shop, which these pages load last, must not override that of the back office.
test('the navigation stands beside the page, whichever style sheets are loaded', async ({ browser, isPhone }) => {
  const { admin, close } = await openBackOffice(browser, isPhone)
  for (const path of [adminPaths.orders(), adminPaths.audit(), adminPaths.customers()]) {
    await admin.open(path)
    await expect.poll(async () => (await admin.main().boundingBox())?.x, path).toBeGreaterThan(NAVIGATION_PX)
  }
  await close()
})
