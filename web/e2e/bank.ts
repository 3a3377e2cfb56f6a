import { expect, type Page } from '@playwright/test'

/** The play money that the sandbox bank's own page tells about. */
const CARDS = {
  approved: '4111111111111111',
  asksForCode: '4000000000003220',
  noFunds: '4000000000000116',
} as const

const CODE = '1234'

/** The bank is another site, and the guard has to know that it is meant. */
export const BANK = /^a request to another site:/

/** Types a card on the bank's page, and the code where it asks for one. Ends wherever the bank sends its shopper. */
export async function paysAtBank(page: Page, card: keyof typeof CARDS) {
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
