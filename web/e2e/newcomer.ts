// Signs up through the pages. people.ts does the same through the API.

import { expect, type Page } from '@playwright/test'
import type { Translate } from '~shared/i18n/context'
import type { Person } from './people'
import type { Shop } from './shop'
import { az } from './texts'

export const phoneField = (page: Page, t: Translate = az) => page.getByLabel(t('signIn.phone.number'), { exact: true })
export const codeField = (page: Page, t: Translate = az) => page.getByLabel(t('signIn.code.label'))
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export async function enterNumber(shop: Shop, { localPhone }: Person, t: Translate = az) {
  await phoneField(shop.page, t).fill(localPhone)
  await shop.page.keyboard.press('Enter')
  await expect(shop.heading()).toHaveText(t('signIn.code.title'))
}

/** Does not submit the form. */
export async function fillInDetails(page: Page, person: Person, t: Translate = az) {
  await field(page, t('signIn.details.firstName')).fill(person.firstName)
  await field(page, t('signIn.details.lastName')).fill(person.lastName)
  await field(page, t('signIn.details.email')).fill(person.email)
  await field(page, t('forms.password.label')).fill(person.password)
  await field(page, t('forms.password.repeat')).fill(person.password)
  await page.getByRole('checkbox', { name: t('signIn.details.terms') }).check()
}

export const submitDetails = (shop: Shop, t: Translate = az) =>
  shop
    .main()
    .getByRole('button', { name: t('signIn.details.submit') })
    .click()
