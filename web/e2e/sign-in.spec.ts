import { paths } from '~/lib/paths'
import { expect, test } from './shop'
import { az } from './texts'

/** The way people in Baku write it: 051 000 00 01. */
const asWritten = (phone: string) => phone.replace(/^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/, '0$1 $2 $3 $4')

test('by phone, in the usual way of writing it', async ({ shop, account }) => {
  await shop.open(paths.signIn())
  await shop.fillsIn(asWritten(account.phoneNumber), account.password)
  await shop.isAt(paths.home())
  await shop.isSignedIn()
})

test('by e-mail, in any case, and it lasts over a reload', async ({ shop, page, account }) => {
  await shop.open(paths.signIn())
  await shop.fillsIn(` ${account.email.toUpperCase()} `, account.password)
  await shop.isAt(paths.home())
  await page.reload()
  await shop.isSignedIn()
  await page.goto(paths.signIn())
  await shop.isAt(paths.home())
})

test('a wrong password is told at once, and nothing typed is lost', async ({ shop, page, account, guard }) => {
  guard.expects(/\b401\b/)
  await shop.open(paths.signIn())
  await shop.fillsIn(account.email, 'not-the-password')
  const alert = shop.main().getByRole('alert')
  await expect(alert).toBeVisible()
  await expect(alert).toBeFocused()
  await expect(alert).not.toContainText(/401|invalid_credentials|undefined/)
  await expect(page.getByLabel(az('account.signIn.login'))).toHaveValue(account.email)
  await expect(page.getByLabel(az('account.signIn.password'), { exact: true })).toHaveValue('not-the-password')
  await shop.isGuest()

  await shop.fillsIn(account.email, account.password)
  await shop.isSignedIn()
})

test('the message of a wrong password speaks the language of the page', async ({ shop, page, account, guard }) => {
  guard.expects(/\b401\b/)
  const messages: string[] = []
  for (const prefix of ['', '/ru', '/en']) {
    await page.goto(`${prefix}/giris`)
    await shop.main().getByRole('textbox').first().fill(account.email)
    await shop.main().locator('input[type=password]').fill('not-the-password')
    await page.keyboard.press('Enter')
    messages.push(await shop.main().getByRole('alert').innerText())
  }
  expect(new Set(messages).size, messages.join(' / ')).toBe(3)
  expect(messages[1]).toMatch(/[а-я]/)
})

test('empty fields are named where they are, and nothing is sent', async ({ shop, page }) => {
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await shop.open(paths.signIn())
  await shop
    .main()
    .getByRole('button', { name: az('account.signIn.submit'), exact: true })
    .click()
  const login = page.getByLabel(az('account.signIn.login'))
  await expect(login).toHaveAttribute('aria-invalid', 'true')
  await expect(login).toBeFocused()
  await expect(login).toHaveAccessibleDescription(new RegExp(az('common.required')))
  await expect(shop.main().getByText(az('common.required'))).toHaveCount(2)
  expect(sent).toEqual([])
})

test('the password can be looked at', async ({ shop, page }) => {
  await shop.open(paths.signIn())
  const password = page.getByLabel(az('account.signIn.password'), { exact: true })
  await password.fill('sirr')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await shop
    .main()
    .getByRole('button', { name: az('account.signIn.showPassword') })
    .click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('sirr')
})

test('nobody is sent to another site after signing in', async ({ shop, account }) => {
  for (const next of ['https://example.com/', '//example.com/', '/\\example.com']) {
    await shop.open(`/giris?next=${encodeURIComponent(next)}`)
    await shop.fillsIn(account.email, account.password)
    await shop.isAt(paths.home())
    await shop.page.evaluate(() => localStorage.clear())
  }
})
