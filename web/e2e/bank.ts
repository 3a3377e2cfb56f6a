import { expect, type Page } from '@playwright/test'

/** The test cards of the sandbox bank, which takes the place of a real bank in a local shop. */
const CARDS = {
  approved: '4111111111111111',
  asksForCode: '4000000000003220',
  noFunds: '4000000000000116',
} as const

/** The sandbox bank accepts only this 3-D Secure code. */
const CODE = '1234'

/** The guard complains about the bank, because it is another site. */
export const BANK_COMPLAINT = /^a request to another site:/

/** Fills in the bank's page, to which the shop has redirected. The bank then redirects back. */
export async function payAtBank(page: Page, card: keyof typeof CARDS) {
  const number = page.locator('input[name=number]')
  await expect(number).toBeVisible()
  await number.fill(CARDS[card])
  await page.locator('input[name=expiry]').fill('12/30')
  await page.locator('input[name=cvv]').fill('123')
  await page.locator('button[name=action][value=pay]').click()
  if (card !== 'asksForCode') return
  await page.locator('input[name=code]').fill(CODE)
  await page.locator('button[name=action][value=pay]').click()
}
