import type { Locale } from '~shared/i18n/locale'
import { bakuDate } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { FULL } from './coverage'
import { signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

const DAY_MS = 24 * 3600_000

const cards = (shop: Shop) =>
  shop
    .main()
    .getByRole('listitem')
    .filter({ has: shop.page.locator('h2') })

/** Returns a birth date in `year` whose next anniversary in Baku is `daysAhead` days from today. */
const birthDateIn = (daysAhead: number, year: string) => {
  const [, month = '', day = ''] = bakuDate(Date.now() + daysAhead * DAY_MS).split('-')
  return { year, month: String(Number(month)), day: String(Number(day)) }
}

async function addBirthday(
  shop: Shop,
  name: string,
  relation: string,
  born: { year: string; month: string; day: string },
  locale: Locale = 'az',
) {
  const t = texts(locale)
  const main = shop.main()
  await main.getByRole('link', { name: t('account.birthdays.add') }).click()
  await expect(main.getByRole('heading', { name: t('account.birthdays.add') })).toBeFocused()
  await main.getByLabel(t('account.birthdays.label.name'), { exact: true }).fill(name)
  await main.getByLabel(t('account.birthdays.label.relation'), { exact: true }).selectOption({ label: relation })
  for (const part of ['day', 'month', 'year'] as const) await main.getByLabel(t(`forms.${part}`), { exact: true }).selectOption(born[part])
  await main.getByRole('button', { name: t('account.birthdays.submit'), exact: true }).click()
  await shop.expectToast(t('account.birthdays.added', { name }), t)
}

test('birthdays are sorted by next date, show the days left, and link to gifts', async ({ shop, page, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.birthdays())
  await expect(shop.heading()).toHaveText(az('account.birthdays.empty'))
  await addBirthday(shop, 'Kamran', az('account.birthdays.relation.brother'), birthDateIn(20, '1990'))
  await addBirthday(shop, 'Anam', az('account.birthdays.relation.mother'), birthDateIn(1, '1962'))
  await expect(shop.main().getByText(az('account.birthdays.reminders'))).toBeVisible()
  await expect(cards(shop)).toHaveCount(2)
  await expect(cards(shop).first()).toContainText('Anam')
  await expect(cards(shop).first()).toContainText(az('account.birthdays.tomorrow'))
  await expect(cards(shop).last()).toContainText(az('account.birthdays.in', { count: 20 }))

  await cards(shop)
    .first()
    .getByRole('link', { name: new RegExp(az('account.birthdays.gift')) })
    .click()
  await shop.expectPath(/\/kateqoriya\//)
  await page.goBack()

  await cards(shop)
    .first()
    .getByRole('button', { name: az('account.birthdays.removeOf', { name: 'Anam' }) })
    .click()
  await expect(cards(shop)).toHaveCount(1)
  await shop
    .toasts()
    .getByRole('button', { name: az('common.undo') })
    .click()
  await expect(cards(shop)).toHaveCount(2)
  await page.reload()
  await expect(cards(shop).first()).toContainText('Anam')

  await shop.open(paths.account())
  await expect(
    shop
      .main()
      .getByRole('listitem')
      .filter({ hasText: az('account.overview.birthday') }),
  ).toContainText('Anam')
})

test('Russian texts use the plural form of the number', { tag: FULL }, async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.birthdays(), 'ru')
  await addBirthday(shop, 'Мама', texts('ru')('account.birthdays.relation.mother'), birthDateIn(2, '1962'), 'ru')
  await expect(cards(shop).first()).toContainText('Через 2 дня')
  await expect(cards(shop).first()).toContainText(/исполнится \d+ (год|года|лет)/)
})

test('an impossible date is refused, and “back” closes the form', { tag: FULL }, async ({ shop, page, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.birthdays(), 'en')
  const t = texts('en')
  await shop
    .main()
    .getByRole('link', { name: t('account.birthdays.add') })
    .click()
  await shop.main().getByLabel(t('account.birthdays.label.name'), { exact: true }).fill('Leyla')
  // April has 30 days.
  await shop.main().getByLabel(t('forms.day'), { exact: true }).selectOption('31')
  await shop.main().getByLabel(t('forms.month'), { exact: true }).selectOption('4')
  await shop.main().getByLabel(t('forms.year'), { exact: true }).selectOption('1999')
  await shop
    .main()
    .getByRole('button', { name: t('account.birthdays.submit'), exact: true })
    .click()
  const summary = shop.main().getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText(t('errors.fields.invalid_date'))
  await expect(summary, 'no relation is chosen').toContainText(t('errors.fields.required'))
  await page.goBack()
  await expect(shop.heading()).toHaveText(t('account.birthdays.empty'))
})
