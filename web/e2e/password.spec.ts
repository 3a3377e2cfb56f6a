import type { Page } from '@playwright/test'
import { inLocale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { expectNoViolations } from './axe'
import { DESKTOP, FULL, languagesFor } from './coverage'
import { linkFor, messagesTo } from './inbox'
import { tabTo } from './keyboard'
import { signUpVerifiedByApi, newPerson } from './people'
import { expect, test } from './shop'
import { az, texts } from './texts'

/** A part of the link that resets a password. “Sıfırla” means “reset”. */
const RESET_PARAMETER = 'sifirla='
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Asks for a link on the open page for a forgotten password. */
async function requestLink(page: Page, email: string, t: Translate = az) {
  await field(page, t('signIn.forgot.email')).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signIn.mailed.title'))
}

async function setPassword(page: Page, password: string, t: Translate = az) {
  await field(page, t('forms.password.label')).fill(password)
  await field(page, t('forms.password.repeat')).fill(password)
  await page.keyboard.press('Enter')
}

for (const locale of languagesFor('password'))
  test(`a forgotten password is reset by the mailed link, in ${locale}`, async ({ shop, page, request, guard }) => {
    guard.allow(/\b4(01|22)\b/)
    const t = texts(locale)
    const { person, session } = await signUpVerifiedByApi(request, newPerson(), locale)
    await shop.open(paths.signIn(undefined, 'password'), locale)
    await shop
      .main()
      .getByRole('link', { name: t('signIn.password.forgot') })
      .click()
    await requestLink(page, person.email, t)
    await expect(shop.main().getByText(person.email)).toBeVisible()
    await expectNoViolations(page, 'look into your mail')

    const link = await linkFor(request, person.email, RESET_PARAMETER)
    expect(link, 'the link leads to the page in the language of the account').toMatch(new RegExp(`^${inLocale(locale, '/giris')}\\?`))
    await page.goto(link)
    await expect(shop.heading()).toHaveText(t('signIn.reset.title'))
    await expect(field(page, t('forms.password.label'))).toBeVisible()
    await expectNoViolations(page, 'new password')
    const password = `${person.password} yeni`
    await setPassword(page, password, t)

    await expect(shop.heading()).toHaveText(t('signIn.password.title'))
    await expect(shop.main().getByText(t('signIn.password.reset'))).toBeVisible()
    const refused = await request.get('/api/v1/auth/refresh', { headers: { authorization: `Bearer ${session.refreshToken}` } })
    expect(refused.status(), 'other sessions are over').toBe(401)

    await field(page, t('signIn.password.login')).fill(person.localPhone)
    await field(page, t('signIn.password.password')).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(shop.main().getByRole('alert'), 'the old password is refused').toBeVisible()
    await field(page, t('signIn.password.password')).fill(password)
    await page.keyboard.press('Enter')
    await expect(shop.banner().getByRole('link', { name: new RegExp(`^${t('common.nav.account')}`) })).toBeVisible()

    await page.goto(link)
    await expect(shop.heading(), 'the link works once').toHaveText(t('signIn.reset.expiredTitle'))
    await expectNoViolations(page, 'a used link')
  })

test('an unknown address gets the same answer and no letter', { tag: FULL }, async ({ shop, page, request }) => {
  const { email } = newPerson()
  await shop.open(paths.signIn(undefined, 'forgot'))
  await requestLink(page, email)
  await expect(shop.main().getByText(az('signIn.mailed.text', { email }))).toBeVisible()
  await expect(shop.main().getByText(/00:5\d/), 'another letter can be requested after a minute').toBeVisible()
  await page.reload()
  await expect(shop.main().getByText(az('signIn.mailed.text', { email }))).toBeVisible()
  expect(await messagesTo(request, email)).toEqual([])
})

test('a reset link works once, and says so afterwards', { tag: FULL }, async ({ shop, page, request, guard }) => {
  guard.allow(/\b422\b/)
  const { person } = await signUpVerifiedByApi(request)
  await shop.open(paths.signIn(undefined, 'forgot'))
  await requestLink(page, person.email)
  const link = await linkFor(request, person.email, RESET_PARAMETER)
  await page.goto(link)
  await setPassword(page, `${person.password} yeni`)
  await expect(shop.heading()).toHaveText(az('signIn.password.title'))

  await page.goto(link)
  await expect(shop.heading()).toHaveText(az('signIn.reset.expiredTitle'))
  await shop
    .main()
    .getByRole('link', { name: az('signIn.reset.again') })
    .click()
  await expect(shop.heading()).toHaveText(az('signIn.forgot.title'))
  await expect(field(page, az('signIn.forgot.email'))).toHaveValue(person.email)
})

test("a weak password is refused with the server's text", { tag: FULL }, async ({ shop, page, request, guard }) => {
  guard.allow(/\b422\b/)
  const { person } = await signUpVerifiedByApi(request)
  await shop.open(paths.signIn(undefined, 'forgot'))
  await requestLink(page, person.email)
  await page.goto(await linkFor(request, person.email, RESET_PARAMETER))
  const password = field(page, az('forms.password.label'))
  const [shortPassword, leakedPassword] = ['qısa', 'password1']
  await setPassword(page, shortPassword)
  await expect(password).toHaveAccessibleDescription(az('errors.fields.password_too_short'))
  await setPassword(page, leakedPassword)
  await expect(password).toHaveAccessibleDescription(az('errors.fields.password_leaked'))
  await expect(shop.main().getByText(az('forms.password.strength.weak'))).toBeVisible()
  await expect(password).toHaveValue(leakedPassword)
})

test('a password is reset without a mouse', { tag: DESKTOP }, async ({ shop, page, request }) => {
  const { person } = await signUpVerifiedByApi(request)
  const { keyboard } = page
  await shop.open(paths.signIn(undefined, 'password'))
  await tabTo(page, shop.main().getByRole('link', { name: az('signIn.password.forgot') }))
  await keyboard.press('Enter')
  await expect(shop.heading()).toBeFocused()
  await tabTo(page, field(page, az('signIn.forgot.email')))
  await keyboard.type(person.email)
  await keyboard.press('Enter')
  await expect(shop.heading()).toHaveText(az('signIn.mailed.title'))
  await expect(shop.heading()).toBeFocused()

  await page.goto(await linkFor(request, person.email, RESET_PARAMETER))
  await expect(field(page, az('forms.password.label'))).toBeVisible()
  await tabTo(page, field(page, az('forms.password.label')))
  await keyboard.type(`${person.password} yeni`)
  await tabTo(page, field(page, az('forms.password.repeat')))
  await keyboard.type(`${person.password} yeni`)
  await keyboard.press('Enter')
  await expect(shop.heading()).toHaveText(az('signIn.password.title'))
  await expect(shop.heading()).toBeFocused()
})
