import { inLocale, type Locale, LOCALES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { hasNoViolations } from './axe'
import { FULL, languagesFor } from './coverage'
import { mark, test } from './office'
import { expect, type Shop } from './shop'
import { az, texts } from './texts'

const NAME = 'Nigar Əliyeva'

/** Sends a letter; returns its text and the code shown to the writer. */
async function writes(guest: Shop, locale: Locale) {
  const t = texts(locale)
  const letter = { email: `nigar.${mark()}@sovqat.example`, message: `Salam! ${mark()}\nHədiyyə kağızı da varmı?` }
  await guest.open(paths.contact(), locale)
  const form = guest.region(t('content.contact.form'))
  await form.getByLabel(t('content.contact.name')).fill(NAME)
  await form.getByLabel(t('content.contact.email'), { exact: true }).fill(letter.email)
  await form.getByLabel(t('content.contact.message')).fill(letter.message)
  await form.getByRole('button', { name: t('content.contact.send') }).click()
  await expect(guest.main().getByRole('heading', { name: t('content.contact.sent') })).toBeFocused()
  return { ...letter, code: await guest.main().locator('strong').innerText() }
}

/** Finds a new letter on the last page, because the oldest come first. */
async function findsLetter(desk: Shop, code: string, locale: Locale) {
  const letters = desk.main().getByRole('listitem')
  const letter = letters.filter({ hasText: code })
  const more = desk.main().getByRole('button', { name: texts(locale)('catalog.loadMore') })
  await expect(letter.or(more).first()).toBeVisible()
  while (!(await letter.isVisible())) {
    const count = await letters.count()
    await more.click()
    await expect.poll(() => letters.count()).toBeGreaterThan(count)
  }
  return letter
}

for (const locale of languagesFor('a letter at the desk'))
  test(`a letter written in ${locale} is shown in the back office and moves to the answered ones`, async ({ desk, guest }) => {
    const t = texts(locale)
    const { code, email, message } = await writes(guest, locale)
    await desk.open(adminPaths.tickets(), locale)
    const letter = await findsLetter(desk, code, locale)
    await expect(letter).toContainText(message)
    await expect(letter.getByRole('link', { name: t('office.tickets.answer') })).toHaveAttribute(
      'href',
      `mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`,
    )
    await hasNoViolations(desk.page, `letters in ${locale}`)

    await letter.getByRole('button', { name: t('office.tickets.of', { act: t('office.tickets.close'), name: NAME, code }) }).click()
    await desk.says(t('office.tickets.closed', { code }), t)
    await expect(letter).toHaveCount(0)
    await desk
      .main()
      .getByRole('link', { name: t('office.tickets.state.closed') })
      .click()
    await desk.isAt(inLocale(locale, adminPaths.tickets('closed')))
    await expect(letter).toContainText(message)
    await expect(letter.getByRole('button')).toHaveCount(0)
  })

/** Opens a path and returns the status of the redirect and of the final page. */
async function arrives(guest: Shop, path: string) {
  const response = await guest.page.goto(path)
  const first = await response?.request().redirectedFrom()?.response()
  return [first?.status(), response?.status()]
}

test('an old address redirects permanently in every language until the redirect is removed', { tag: FULL }, async ({ desk, guest }) => {
  const from = `/kohne-unvan-${mark()}`
  await desk.open(adminPaths.redirects())
  await desk
    .main()
    .getByRole('button', { name: az('office.redirects.new') })
    .click()
  const form = desk.region(az('office.redirects.new'))
  const [old, target] = [form.getByLabel(az('office.redirects.from')), form.getByLabel(az('office.redirects.to'))]
  const save = form.getByRole('button', { name: az('office.save') })
  await expect(old).toBeFocused()
  await old.fill(`/ru${from}`)
  await target.fill(paths.contact())
  await save.click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expect(old).toHaveAccessibleDescription(az('errors.fields.language_in_path'))
  await expect(target, 'nothing typed is lost').toHaveValue(paths.contact())

  await old.fill(from)
  await save.click()
  await desk.says(az('office.redirects.leads', { from, to: paths.contact() }))
  for (const locale of LOCALES) {
    expect(await arrives(guest, inLocale(locale, from)), locale).toEqual([301, 200])
    await guest.isAt(inLocale(locale, paths.contact()))
  }

  await desk.main().getByLabel(az('office.redirects.find')).fill(from)
  await desk.page.keyboard.press('Enter')
  await desk.isAt(adminPaths.redirects(from))
  const rows = desk.main().getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: az('office.redirects.of', { act: az('office.remove'), from }) }).click()
  await desk.says(az('office.redirects.removed', { from }))
  await expect(rows).toHaveCount(0)
  expect(await arrives(guest, from)).toEqual([undefined, 404])
})
