import { inLocale, type Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { expectNoViolations } from './axe'
import { DESKTOP, FULL, languagesFor } from './coverage'
import { codeFor } from './inbox'
import { tabTo } from './keyboard'
import { codeField, submitDetails, enterNumber, field, fillInDetails, phoneField } from './newcomer'
import { type Person, newPerson } from './people'
import { problem } from './problem'
import { expect, type Shop, test } from './shop'
import { az, texts } from './texts'

/** The page to which the sign-in returns. */
const NEXT = paths.stores()

/** Different offsets give different codes. */
const wrongCode = (code: string, offset: number) => String((Number(code) + offset) % 10_000).padStart(4, '0')

/** Enters the phone number, to which the shop then sends a code. */
async function requestCode(shop: Shop, person: Person, locale: Locale = 'az') {
  await shop.open(paths.signIn(NEXT), locale)
  await enterNumber(shop, person, texts(locale))
}

for (const locale of languagesFor('sign-up'))
  test(`a new number gets an account and returns to the page before, in ${locale}`, async ({ shop, page, request }) => {
    const t = texts(locale)
    const person = newPerson()
    await requestCode(shop, person, locale)
    await expectNoViolations(page, 'the code')
    await codeField(page, t).fill(await codeFor(request, person.phoneNumber))
    await expect(shop.heading()).toHaveText(t('signIn.details.title'))
    await expect(shop.heading()).toBeFocused()
    await fillInDetails(page, person, t)
    await expectNoViolations(page, 'the details')
    await submitDetails(shop, t)
    await expect(page).toHaveURL((url) => url.pathname === inLocale(locale, NEXT))

    const { firstName, phoneNumber, email } = person
    const signedIn = {
      isAuthenticated: true,
      user: { firstName, phoneNumber, email, isBlogger: false, roles: [], permissions: [], language: locale },
    }
    expect(await shop.stored('auth')).toMatchObject(signedIn)
    await page.reload()
    await expect(shop.banner().getByRole('link', { name: new RegExp(`^${t('common.nav.account')}`) })).toBeVisible()
  })

test('the code step and its countdown survive a reload, and “back” returns to the number', { tag: FULL }, async ({ shop, page }) => {
  await page.clock.install()
  const person = newPerson()
  await requestCode(shop, person)
  // The page shows the number after +994, so without its 0, and with no-break spaces.
  await expect(shop.main().getByText(person.localPhone.slice(1).replaceAll(' ', '\u00a0'))).toBeVisible()
  await page.clock.fastForward(20_000)
  await page.reload()
  await expect(codeField(page)).toBeFocused()
  // The code is valid for five minutes, and another can be requested after one. 20 seconds of both are over.
  await expect(codeField(page)).toHaveAccessibleDescription(/04:[0-3]\d/)
  await expect(shop.main().getByText(/00:[0-3]\d/)).toBeVisible()

  await page.goBack()
  await shop.expectPath(paths.signIn(NEXT))
  await expect(phoneField(page)).toHaveValue(person.localPhone)
  await page.goForward()
  await expect(codeField(page)).toBeVisible()
})

test(
  'a wrong code shows the tries left; after five, the right one is refused, too',
  { tag: FULL },
  async ({ shop, page, request, guard }) => {
    guard.allow(/\b409\b/)
    const person = newPerson()
    await requestCode(shop, person)
    const code = await codeFor(request, person.phoneNumber)
    for (const left of [4, 3, 2, 1]) {
      await codeField(page).fill(wrongCode(code, left))
      await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(az('signIn.code.triesLeft', { count: left })))
      await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
    }

    // After the fifth wrong code, the server refuses even the right one.
    for (const lateCode of [wrongCode(code, 5), code]) {
      await codeField(page).fill(lateCode)
      await expect(codeField(page)).toHaveAccessibleDescription(az('errors.otp_too_many_attempts.detail'))
    }
    await shop.expectGuest()
  },
)

test('the code is extracted from a pasted message', { tag: FULL }, async ({ shop, page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = newPerson()
  await requestCode(shop, person)
  const code = await codeFor(request, person.phoneNumber)
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Kod: ${code}`)
  await codeField(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(shop.heading()).toHaveText(az('signIn.details.title'))
})

test.describe('the details', () => {
  let person: Person
  test.beforeEach(async ({ shop, page, request }) => {
    person = newPerson()
    await requestCode(shop, person)
    await codeField(page).fill(await codeFor(request, person.phoneNumber))
    await expect(shop.heading()).toHaveText(az('signIn.details.title'))
  })

  test("are validated at once with the server's texts, and nothing is sent", { tag: FULL }, async ({ shop, page }) => {
    const sentUrls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/signup')) sentUrls.push(request.url())
    })
    await field(page, az('signIn.details.email')).fill('nigar@')
    await field(page, az('forms.password.label')).fill('qısa')
    await field(page, az('forms.password.repeat')).fill('başqa')
    await submitDetails(shop)
    const summary = shop.main().getByRole('alert')
    await expect(summary).toBeFocused()
    for (const code of ['required', 'invalid_email', 'password_too_short', 'passwords_differ', 'terms_required'] as const)
      await expect(summary).toContainText(az(`errors.fields.${code}`))
    await summary.getByRole('button', { name: new RegExp(`^${az('signIn.details.email')}:`) }).click()
    await expect(field(page, az('signIn.details.email'))).toBeFocused()
    expect(sentUrls).toEqual([])
  })

  test(
    "do not tell whose e-mail it is: another customer's address is accepted unverified",
    { tag: FULL },
    async ({ shop, page, account }) => {
      await fillInDetails(page, { ...person, email: account.email })
      await submitDetails(shop)
      await shop.expectPath(NEXT)
      await shop.expectSignedIn()
      expect(await shop.stored('auth')).toMatchObject({ user: { email: account.email, emailVerified: false } })
    },
  )

  test('survive a reload except the passwords, which are not stored on the device', { tag: FULL }, async ({ page }) => {
    await fillInDetails(page, person)
    await page.keyboard.press('Tab')
    const storedData = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    expect(storedData).toContain(person.email)
    expect(storedData).not.toContain(person.password)
    await page.reload()
    await expect(field(page, az('signIn.details.firstName'))).toHaveValue(person.firstName)
    await expect(field(page, az('signIn.details.email'))).toHaveValue(person.email)
    await expect(field(page, az('forms.password.label'))).toHaveValue('')
  })
})

test('an account is created without a mouse', { tag: DESKTOP }, async ({ shop, page, request }) => {
  const person = newPerson()
  const { keyboard } = page
  const typeInto = async (label: string, text: string) => {
    await tabTo(page, field(page, label))
    await keyboard.type(text)
  }
  await shop.open(paths.signIn(NEXT))
  await typeInto(az('signIn.phone.number'), person.phoneNumber)
  await keyboard.press('Enter')
  await expect(codeField(page)).toBeFocused()
  await keyboard.type(await codeFor(request, person.phoneNumber))
  await expect(shop.heading()).toBeFocused()
  await typeInto(az('signIn.details.firstName'), person.firstName)
  await typeInto(az('signIn.details.lastName'), person.lastName)
  await typeInto(az('signIn.details.email'), person.email)
  await typeInto(az('forms.password.label'), person.password)
  await typeInto(az('forms.password.repeat'), person.password)
  // Space checks the box.
  await typeInto(az('signIn.details.terms'), ' ')
  await keyboard.press('Enter')
  await shop.expectPath(NEXT)
  await shop.expectSignedIn()
})

test('without a connection an error is shown and the number stays', { tag: FULL }, async ({ shop, page, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/)
  const sendCode = '**/api/v1/auth/otp/send'
  const person = newPerson()
  await shop.open(paths.signIn())
  await phoneField(page).fill(person.localPhone)
  // The browser's offline mode starts with a delay in which a request may pass.
  await page.route(sendCode, (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('Enter')
  await expect(shop.main().getByRole('alert')).toHaveText(az('common.failure.network'))
  await expect(phoneField(page)).toHaveValue(person.localPhone)
  await page.unroute(sendCode)
  await shop
    .main()
    .getByRole('button', { name: az('signIn.phone.submit') })
    .click()
  await expect(shop.heading()).toHaveText(az('signIn.code.title'))
})

test('too many requests show when to try again', { tag: FULL }, async ({ shop, page, guard }) => {
  await page.clock.install()
  guard.allow(/\b429\b/)
  await page.route('**/api/v1/auth/otp/send', (route) =>
    route.fulfill({
      ...problem(429, 'too_many_requests', az('errors.too_many_requests.detail')),
      headers: { 'retry-after': '59' },
    }),
  )
  await shop.open(paths.signIn())
  await phoneField(page).fill(newPerson().localPhone)
  const submit = shop.main().getByRole('button', { name: az('signIn.phone.submit') })
  await submit.click()
  await expect(shop.main().getByRole('alert')).toHaveText(az('errors.too_many_requests.detail'))
  await expect(submit).toBeDisabled()
  await expect(shop.main().getByText(/00:[0-5]\d/)).toBeVisible()
  // This is longer than `retry-after`, which is in seconds.
  await page.clock.runFor(60_000)
  await expect(submit).toBeEnabled()
})
