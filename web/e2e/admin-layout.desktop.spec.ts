// Tests the layout of the back office, the part of the site in which staff works.

import { adminPaths } from '~admin/paths'
import { openBackOffice } from './placed-orders'
import { expect, test } from './shop'

/** If the navigation stands beside the page, the page starts to the right of this position. */
const NAVIGATION_PX = 200

// These pages of the back office share modules with the shop. When such a page opens, the style sheet of the shop is added after that of
// the back office, and must not override it.
test('the navigation stands beside the page, whichever style sheets are loaded', async ({ browser, isPhone }) => {
  const { admin, close } = await openBackOffice(browser, isPhone)
  for (const path of [adminPaths.orders(), adminPaths.audit(), adminPaths.customers()]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await admin.open(path)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect.poll(async () => (await admin.main().boundingBox())?.x, path).toBeGreaterThan(NAVIGATION_PX)
  }
  await close()
})
