// Actions that bring a page into a state, such as a form with mistakes.

import { expect, type Locator } from '@playwright/test'
import type { Key } from '~shared/i18n/context'
import type { OpenedPage } from './page-state'
import type { Shop } from './shop'

export const press = (where: { getByRole: Locator['getByRole'] }, name: string) => where.getByRole('button', { name, exact: true }).click()

/** The summary of a form's errors takes the focus. */
export const expectErrorSummary = async (shop: Shop) => expect(shop.main().getByRole('alert')).toBeFocused()
export const fill = (shop: Shop, label: string, text: string) => shop.main().getByLabel(label, { exact: true }).fill(text)

export const pressAndExpectErrors =
  (button: Key) =>
  async ({ shop, t }: OpenedPage) => {
    await press(shop.main(), t(button))
    await expectErrorSummary(shop)
  }
