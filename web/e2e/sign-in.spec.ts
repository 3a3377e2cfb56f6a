import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { demoAccount } from './accounts'
import { FULL } from './coverage'
import { codeFor, messagesTo } from './inbox'
import { expect, test } from './shop'
import { az } from './texts'

// A phone number gets one code a minute, so each device uses an account to which no other test sends codes.
test('signs in with the code sent to a known number', async ({ shop, page, request, isPhone }) => {
  const account = demoAccount(isPhone ? 'blogger' : 'shopper')
  const messageCount = (await messagesTo(request, account.phoneNumber)).length
  await shop.open(paths.signIn(paths.stores()))
  await page.getByLabel(az('signIn.phone.number'), { exact: true }).fill(localNotation(account.phoneNumber))
  await page.keyboard.press('Enter')
  await shop.expectPath(paths.signIn(paths.stores(), 'code'))
  await page.getByLabel(az('signIn.code.label')).fill(await codeFor(request, account.phoneNumber, messageCount + 1))
  await shop.expectPath(paths.stores())
  await shop.expectSignedIn()
  expect(await shop.stored('auth')).toMatchObject({ isAuthenticated: true, user: { email: account.email } })
})

/** Returns a number as it is written in Baku, such as `051 000 00 01`. */
const localNotation = (phone: string) => phone.replace(/^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/, '0$1 $2 $3 $4')

test('signs in by phone number in the usual notation', { tag: FULL }, async ({ shop, account }) => {
  await shop.open(paths.signIn())
  await shop.signIn(localNotation(account.phoneNumber), account.password)
  await shop.expectPath(paths.home())
  await shop.expectSignedIn()
})

test('signs in by e-mail in any letter case, and stays signed in after a reload', async ({ shop, page, account }) => {
  await shop.open(paths.signIn())
  await shop.signIn(` ${account.email.toUpperCase()} `, account.password)
  await shop.expectPath(paths.home())
  await page.reload()
  await shop.expectSignedIn()
  await page.goto(paths.signIn())
  await shop.expectPath(paths.home())
})

test('a wrong password is reported, and typed text stays', { tag: FULL }, async ({ shop, page, account, guard }) => {
  guard.allow(/\b401\b/)
  await shop.open(paths.signIn())
  await shop.signIn(account.email, 'not-the-password')
  const alert = shop.main().getByRole('alert')
  await expect(alert).toBeVisible()
  await expect(alert).toBeFocused()
  await expect(alert).not.toContainText(/401|invalid_credentials|undefined/)
  await expect(page.getByLabel(az('signIn.password.login'))).toHaveValue(account.email)
  await expect(page.getByLabel(az('signIn.password.password'), { exact: true })).toHaveValue('not-the-password')
  await shop.expectGuest()

  await shop.signIn(account.email, account.password)
  await shop.expectSignedIn()
})

test('the error of a wrong password is in the language of the page', { tag: FULL }, async ({ shop, page, account, guard }) => {
  guard.allow(/\b401\b/)
  const messages: string[] = []
  for (const locale of LOCALES) {
    await page.goto(inLocale(locale, paths.signIn(undefined, 'password')))
    await shop.main().getByRole('textbox').first().fill(account.email)
    await shop.main().locator('input[type=password]').fill('not-the-password')
    await page.keyboard.press('Enter')
    messages.push(await shop.main().getByRole('alert').innerText())
  }
  expect(new Set(messages).size, `different messages: ${messages.join(' / ')}`).toBe(LOCALES.length)
  expect(messages[LOCALES.indexOf('ru')]).toMatch(/[а-я]/)
})

test('empty fields are reported beside them, and nothing is sent', { tag: FULL }, async ({ shop, page }) => {
  const sentUrls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sentUrls.push(request.url())
  })
  await shop.open(paths.signIn(undefined, 'password'))
  await shop
    .main()
    .getByRole('button', { name: az('signIn.password.submit'), exact: true })
    .click()
  const summary = shop.main().getByRole('alert')
  await expect(summary).toBeFocused()
  for (const label of [az('signIn.password.login'), az('signIn.password.password')]) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(az('errors.fields.required'))
    await summary.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await expect(field).toBeFocused()
  }
  expect(sentUrls).toEqual([])
})

test('the password can be shown', { tag: FULL }, async ({ shop, page }) => {
  await shop.open(paths.signIn(undefined, 'password'))
  const password = page.getByLabel(az('signIn.password.password'), { exact: true })
  await password.fill('sirr')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await shop
    .main()
    .getByRole('button', { name: az('forms.showPassword', { name: az('signIn.password.password') }) })
    .click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('sirr')
})

test('signing in never redirects to another site', { tag: FULL }, async ({ shop, account }) => {
  // `next` is the page to which the sign-in returns.
  for (const next of ['https://example.com/', '//example.com/', '/\\example.com', '/\t/example.com', '/.//example.com']) {
    await shop.open(`/giris?next=${encodeURIComponent(next)}`)
    await shop.signIn(account.email, account.password)
    await shop.expectPath(paths.home())
    await shop.page.evaluate(() => localStorage.clear())
  }
})
