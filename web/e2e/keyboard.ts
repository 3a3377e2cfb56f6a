import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any tested page needs. */
const MAX_PRESSES = 120

/** Presses the key until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return expect(target).toBeInViewport()
  }
  throw new Error(`not reached within ${MAX_PRESSES} presses of ${key}`)
}
