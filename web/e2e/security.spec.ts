// Tests passkeys, a new phone number, and the security notice: an e-mail about a sign-in, whose link “This was not me” ends the session.

import type { Page } from '@playwright/test'
import { inLocale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { phoneText } from '~shared/lib/text'
import { apiGet, apiSend } from './accounts'
import { expectNoViolations } from './axe'
import { BOTH, languagesFor } from './coverage'
import { codeFor, linkFor } from './inbox'
import { sessionOnOtherDevice, canRefresh, signInNewAccount } from './new-accounts'
import { addAuthenticator } from './passkey'
import { newPerson, signUpVerifiedByApi } from './people'
import { expect, type Shop, test } from './shop'
import { press } from './state-actions'
import { texts } from './texts'

/** “Mətbəx planşeti” means “kitchen tablet”. */
const KITCHEN_TABLET = 'Mətbəx planşeti'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Prevents passkey suggestions, because a virtual authenticator accepts the first one at once. */
const preventSuggestions = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

/** Signs the browser out without the server. Its passkeys stay. */
const forgetSession = (page: Page) =>
  page.evaluate(() => {
    const { auth: _forgotten, ...otherSections } = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Record<string, unknown>
    localStorage.setItem('sovqat', JSON.stringify(otherSections))
  })

test.describe('passkeys', () => {
  // Browsers accept passkeys for `localhost`, but not for an IP address. Stored sessions belong to an address, so they move along.
  test.use({
    baseURL: async ({ baseURL }, provide) => provide(baseURL?.replace('127.0.0.1', 'localhost')),
    storageState: async ({ storageState }, provide) => {
      const state = storageState as { cookies: []; origins: { origin: string; localStorage: [] }[] }
      const origins = state.origins.map((stored) => ({ ...stored, origin: stored.origin.replace('127.0.0.1', 'localhost') }))
      await provide({ ...state, origins })
    },
  })

  for (const locale of languagesFor('passkeys'))
    test(`a passkey is added, signs in, and is removed, in ${locale}`, { tag: BOTH }, async ({ shop, page, request }) => {
      const t = texts(locale)
      await addAuthenticator(page)
      await preventSuggestions(page)
      const { person } = await signInNewAccount(shop, request)
      await shop.open(paths.security(), locale)
      await expectNoViolations(page, 'security')
      await addPasskey(shop, KITCHEN_TABLET, person.password, t)
      await expect(shop.main().getByRole('heading', { level: 3, name: KITCHEN_TABLET })).toBeVisible()
      await expect(shop.region(t('account.security.events')).getByText(t('account.security.event.passkey_added'))).toBeVisible()

      await forgetSession(page)
      await shop.open(paths.signIn(paths.security()), locale)
      await expectNoViolations(page, 'sign-in with a passkey')
      await press(shop.main(), t('signIn.passkey.submit'))
      await shop.expectPath(inLocale(locale, paths.security()))
      await expect(shop.main().getByText(new RegExp(t('account.devices.lastUsed')))).toBeVisible()

      await shop
        .main()
        .getByRole('button', { name: new RegExp(`${KITCHEN_TABLET}$`) })
        .click()
      const dialog = shop.dialog(t('account.passkeys.removeOf', { name: KITCHEN_TABLET }))
      await dialog.getByLabel(t('account.password.current'), { exact: true }).fill(person.password)
      await dialog.getByRole('button', { name: t('account.passkeys.remove'), exact: true }).click()
      await expect(shop.main().getByRole('heading', { level: 3 })).toHaveCount(0)
    })

  test('a passkey is offered in the suggestions of the first field, and signs in', async ({ shop, page, request }) => {
    await addAuthenticator(page)
    const { person } = await signInNewAccount(shop, request)
    await shop.open(paths.security())
    await addPasskey(shop, 'Telefon', person.password, texts('az'))
    await forgetSession(page)
    await page.goto(paths.signIn(paths.stores()))
    await shop.expectPath(paths.stores())
    await shop.expectSignedIn()
  })

  test('a removed passkey no longer signs in, and typed text stays', async ({ shop, page, request, guard }) => {
    guard.allow(/\b4\d\d\b/)
    const t = texts('az')
    await addAuthenticator(page)
    await preventSuggestions(page)
    const { person, session } = await signInNewAccount(shop, request)
    await shop.open(paths.security())
    await addPasskey(shop, 'Telefon', person.password, t)
    const { data: passkeys } = await apiGet<{ data: { id: number }[] }>(request, session, '/user/passkeys')
    await apiSend(request, session, `/user/passkeys/${passkeys[0]?.id}/remove`, { password: person.password })

    await forgetSession(page)
    await shop.open(paths.signIn(undefined, 'password'))
    await field(page, t('signIn.password.login')).fill(person.email)
    await press(shop.main(), t('signIn.passkey.submit'))
    await expect(shop.main().getByText(t('errors.passkey_refused.detail'))).toBeVisible()
    await expect(field(page, t('signIn.password.login'))).toHaveValue(person.email)
  })
})

async function addPasskey(shop: Shop, name: string, password: string, t: Translate) {
  await press(shop.main(), t('account.passkeys.add'))
  const dialog = shop.dialog(t('account.passkeys.add'))
  await dialog.getByLabel(t('account.passkeys.name'), { exact: true }).fill(name)
  await dialog.getByLabel(t('account.password.current'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t('account.passkeys.create'), exact: true }).click()
  await shop.expectToast(t('account.passkeys.added', { name }), t)
}

test('a browser without passkeys is not offered any', async ({ shop, page }) => {
  const t = texts('az')
  await shop.open(paths.signIn())
  await expect(page.getByRole('button', { name: t('signIn.passkey.submit') })).toHaveCount(0)
  await expect(field(page, t('signIn.phone.number'))).toHaveAttribute('autocomplete', 'tel')
})

for (const locale of languagesFor('phone change'))
  test(
    `the phone number is changed by the code sent to the new one, in ${locale}`,
    { tag: BOTH },
    async ({ shop, page, request, guard }) => {
      guard.allow(/\b4\d\d\b/)
      const t = texts(locale)
      const { person } = await signInNewAccount(shop, request)
      const { localPhone, phoneNumber } = newPerson()
      await shop.open(paths.profilePhone(), locale)
      await expect(shop.main().getByText(phoneText(person.phoneNumber))).toBeVisible()
      await field(page, t('signIn.phone.number')).fill(localPhone)
      await page.keyboard.press('Enter')
      await shop.expectPath(inLocale(locale, paths.profilePhone('code')))

      const code = await codeFor(request, phoneNumber)
      await page.getByLabel(t('signIn.code.label')).fill(code)
      await field(page, t('account.password.current')).fill('not-the-password')
      await press(shop.main(), t('account.changePhone.submit'))
      await expect(field(page, t('account.password.current'))).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(t('signIn.code.label')), 'the code need not be typed again').toHaveValue(code)
      await expectNoViolations(page, 'code for a new number, with a mistake')

      await field(page, t('account.password.current')).fill(person.password)
      await press(shop.main(), t('account.changePhone.submit'))
      await shop.expectPath(inLocale(locale, paths.security()))
      await expect(shop.main().getByText(phoneText(phoneNumber))).toBeVisible()
      await expect(shop.region(t('account.security.events')).getByText(t('account.security.event.phone_changed'))).toBeVisible()
      const response = await request.post('/api/v1/auth/signin', { data: { login: phoneNumber, password: person.password } })
      expect(response.status(), 'the new number signs in').toBe(200)
    },
  )

for (const locale of languagesFor('this was not me'))
  test(`the link “This was not me” ends a stranger's session, in ${locale}`, { tag: BOTH }, async ({ shop, page, request, guard }) => {
    guard.allow(/\b4\d\d\b/)
    const t = texts(locale)
    const { person, session } = await signUpVerifiedByApi(request, newPerson(), locale)

    // The shop mails a security notice about a sign-in from an unknown device.
    const stranger = await sessionOnOtherDevice(request, person, FIREFOX)
    const link = await linkFor(request, person.email, 'tehlukesizlik/')
    await page.goto(link)
    await expect(shop.heading()).toHaveText(t('account.notice.title'))
    await expect(shop.main().getByText(t('account.security.event.new_device'))).toBeVisible()
    await expect(shop.main().getByText('Firefox, Windows')).toBeVisible()
    await expectNoViolations(page, 'security notice')
    expect(await canRefresh(request, stranger), 'reading the notice changes nothing').toBe(true)

    await press(shop.main(), t('account.notice.submit'))
    await expect(shop.heading()).toHaveText(t('account.notice.done'))
    await expectNoViolations(page, 'security notice that was undone')
    expect(await canRefresh(request, stranger)).toBe(false)
    expect(await canRefresh(request, session)).toBe(false)
    const response = await request.post('/api/v1/auth/signin', { data: { login: person.email, password: person.password } })
    expect(response.status(), 'the password that the stranger knew is gone').toBe(401)

    await page.goto(link)
    await expect(shop.heading()).toHaveText(t('errors.notice_used.title'))
    await page.goto(inLocale(locale, '/tehlukesizlik/no-such-link'))
    await expect(shop.heading()).toHaveText(t('errors.notice_not_found.title'))
  })
