// An operator answers letters from the contact page (“tickets” in the code), and redirects old addresses.

import { inLocale, type Locale, LOCALES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { expectNoViolations } from './axe'
import { FULL, languagesFor } from './coverage'
import { randomId, test } from './admin'
import { expect, type Shop } from './shop'
import { az, texts } from './texts'

const NAME = 'Nigar Əliyeva'

/** Returns the letter with the code that the page shows to its writer. */
async function writeLetter(guest: Shop, locale: Locale) {
  const t = texts(locale)
  const letter = { email: `nigar.${randomId()}@sovqat.example`, message: `Salam! ${randomId()}\nHədiyyə kağızı da varmı?` }
  await guest.open(paths.contact(), locale)
  const form = guest.region(t('content.contact.form'))
  await form.getByLabel(t('content.contact.name')).fill(NAME)
  await form.getByLabel(t('content.contact.email'), { exact: true }).fill(letter.email)
  await form.getByLabel(t('content.contact.message')).fill(letter.message)
  await form.getByRole('button', { name: t('content.contact.send') }).click()
  await expect(guest.main().getByRole('heading', { name: t('content.contact.sent') })).toBeFocused()
  return { ...letter, code: await guest.main().locator('strong').innerText() }
}

/** The oldest letters come first, so this loads pages until the new one appears. */
async function findLetter(admin: Shop, code: string, locale: Locale) {
  const letters = admin.main().getByRole('listitem')
  const letter = letters.filter({ hasText: code })
  const more = admin.main().getByRole('button', { name: texts(locale)('catalog.loadMore') })
  await expect(letter.or(more).first()).toBeVisible()
  while (!(await letter.isVisible())) {
    const count = await letters.count()
    await more.click()
    await expect.poll(() => letters.count()).toBeGreaterThan(count)
  }
  return letter
}

for (const locale of languagesFor('a letter at the desk'))
  test(`a letter written in ${locale} is shown in the back office and moves to the answered ones`, async ({ admin, guest }) => {
    const t = texts(locale)
    const { code, email, message } = await writeLetter(guest, locale)
    await admin.open(adminPaths.tickets(), locale)
    const letter = await findLetter(admin, code, locale)
    await expect(letter).toContainText(message)
    await expect(letter.getByRole('link', { name: t('adminSite.tickets.mail') })).toHaveAttribute(
      'href',
      `mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`,
    )
    await expectNoViolations(admin.page, `letters in ${locale}`)

    const closeButton = letter.getByRole('button', {
      name: t('adminSite.tickets.of', { act: t('adminSite.tickets.close'), name: NAME, code }),
    })
    await closeButton.click()
    await admin.expectToast(t('adminSite.tickets.closed', { code }), t)
    await expect(letter).toHaveCount(0)
    await admin
      .main()
      .getByRole('link', { name: t('adminSite.tickets.state.closed') })
      .click()
    await admin.expectPath(inLocale(locale, adminPaths.tickets('closed')))
    await expect(letter).toContainText(message)
    await expect(closeButton).toHaveCount(0)
  })

/** Returns the status of the redirect, if there was any, and that of the page. */
async function visitStatuses(guest: Shop, path: string) {
  const response = await guest.page.goto(path)
  const redirect = await response?.request().redirectedFrom()?.response()
  return [redirect?.status(), response?.status()]
}

test('an old address redirects permanently in every language until the redirect is removed', { tag: FULL }, async ({ admin, guest }) => {
  // “Köhnə ünvan” means “old address”.
  const from = `/kohne-unvan-${randomId()}`
  await admin.open(adminPaths.redirects())
  await admin
    .main()
    .getByRole('button', { name: az('adminSite.redirects.new') })
    .click()
  const form = admin.region(az('adminSite.redirects.new'))
  const [oldAddress, target] = [form.getByLabel(az('adminSite.redirects.from')), form.getByLabel(az('adminSite.redirects.to'))]
  const save = form.getByRole('button', { name: az('adminSite.save') })
  await expect(oldAddress).toBeFocused()

  // A redirect applies to all languages, so its address must not contain one.
  await oldAddress.fill(`/ru${from}`)
  await target.fill(paths.contact())
  await save.click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(oldAddress).toHaveAccessibleDescription(az('errors.fields.language_in_path'))
  await expect(target, 'typed text stays').toHaveValue(paths.contact())

  await oldAddress.fill(from)
  await save.click()
  await admin.expectToast(az('adminSite.redirects.leads', { from, to: paths.contact() }))
  for (const locale of LOCALES) {
    expect(await visitStatuses(guest, inLocale(locale, from)), locale).toEqual([301, 200])
    await guest.expectPath(inLocale(locale, paths.contact()))
  }

  await admin.main().getByLabel(az('adminSite.redirects.find')).fill(from)
  await admin.page.keyboard.press('Enter')
  await admin.expectPath(adminPaths.redirects(from))
  const rows = admin.main().getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: az('adminSite.redirects.of', { act: az('adminSite.remove'), from }) }).click()
  await admin.expectToast(az('adminSite.redirects.removed', { from }))
  await expect(rows).toHaveCount(0)
  expect(await visitStatuses(guest, from)).toEqual([undefined, 404])
})
