// The pages on which customers change their data, and the application of an influencer, who is a blogger in code.

import type { User } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { demoAccount, apiGet, signInByApi } from './accounts'
import { BOTH, DESKTOP, FULL, languagesFor } from './coverage'
import { linkFor } from './inbox'
import { signUpByApi, signUpVerifiedByApi, newPerson, VERIFICATION_PARAMETER } from './people'
import { sessionOnOtherDevice, canRefresh, signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { press } from './state-actions'
import { az, texts } from './texts'

const field = (shop: Shop, name: string) => shop.main().getByLabel(name, { exact: true })

/** The summary of the mistakes in a form. */
const summary = (shop: Shop) => shop.main().getByRole('alert')

/** The navigation of the account, whose links are folded on phones. */
const navigation = (shop: Shop) => shop.main().getByRole('navigation', { name: az('common.nav.account') })

test('name, birth date and language are changed and stored', async ({ shop, page, request }) => {
  const { session } = await signInNewAccount(shop, request)
  await shop.open(paths.profileName())
  await field(shop, az('account.name.firstName')).fill('Günəş')
  await field(shop, az('account.name.lastName')).fill('Əhmədzadə')
  await field(shop, az('forms.day')).selectOption('29')
  await field(shop, az('forms.month')).selectOption({ label: 'fevral' })
  await field(shop, az('forms.year')).selectOption('1992')
  await field(shop, az('account.name.language')).selectOption('ru')
  await press(shop.main(), az('account.save'))
  await shop.expectToast(az('account.saved'))
  await expect(navigation(shop).getByText('Günəş Əhmədzadə')).toBeVisible()
  await expect(navigation(shop).getByText('GƏ', { exact: true }), 'new initials').toBeVisible()

  await page.reload()
  await expect(field(shop, az('account.name.firstName'))).toHaveValue('Günəş')
  await expect(field(shop, az('forms.month'))).toHaveValue('2')
  const { data } = await apiGet<{ data: User }>(request, session, '/user/me')
  expect(data).toMatchObject({ firstName: 'Günəş', lastName: 'Əhmədzadə', birthDate: '1992-02-29', language: 'ru' })
})

for (const locale of languagesFor('profile'))
  test(
    `errors are shown beside their fields and in a summary that links to them, in ${locale}`,
    { tag: FULL },
    async ({ shop, page, request }) => {
      const t = texts(locale)
      await signInNewAccount(shop, request)
      const writes: string[] = []
      page.on('request', (sentRequest) => {
        if (sentRequest.method() === 'POST') writes.push(sentRequest.url())
      })
      await shop.open(paths.profileName(), locale)
      const firstName = field(shop, t('account.name.firstName'))
      await firstName.fill(' ')
      await field(shop, t('forms.day')).selectOption('31')
      await field(shop, t('forms.month')).selectOption('2')
      await field(shop, t('forms.year')).selectOption('2001')
      await press(shop.main(), t('account.save'))
      await expect(summary(shop)).toBeFocused()
      await expect(summary(shop)).toContainText(t('errors.fields.required'))
      await expect(summary(shop)).toContainText(t('errors.fields.invalid_date'))
      await expect(firstName).toHaveAccessibleDescription(t('errors.fields.required'))
      await summary(shop)
        .getByRole('button', { name: new RegExp(t('account.name.firstName')) })
        .click()
      await expect(firstName).toBeFocused()
      await expect(field(shop, t('forms.day')), 'choices stay').toHaveValue('31')
      expect(writes, 'nothing is sent').toEqual([])
    },
  )

test('personal data is changed without a mouse', { tag: [FULL, DESKTOP] }, async ({ shop, page, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.profileName())
  await field(shop, az('account.name.firstName')).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Ülkər')
  await page.keyboard.press('Enter')
  await shop.expectToast(az('account.saved'))
  await expect(navigation(shop).getByText(/^Ülkər /)).toBeVisible()
})

test('the e-mail is changed with the password, and verified by the mailed link', async ({ shop, page, request, guard }) => {
  guard.allow(/\b4\d\d\b/)
  const { person } = await signInNewAccount(shop, request)
  const { email } = newPerson()
  await shop.open(paths.profileEmail())
  await expect(shop.main().getByText(person.email)).toBeVisible()
  await field(shop, az('account.email.new')).fill(email)
  await field(shop, az('account.email.again')).fill(`x${email}`)
  await field(shop, az('account.password.current')).fill('not-the-password')
  await press(shop.main(), az('account.email.submit'))
  await expect(field(shop, az('account.email.again'))).toHaveAccessibleDescription(az('errors.fields.emails_differ'))

  await field(shop, az('account.email.again')).fill(email)
  await press(shop.main(), az('account.email.submit'))
  await expect(summary(shop)).toBeFocused()
  await expect(field(shop, az('account.password.current'))).toHaveAttribute('aria-invalid', 'true')
  await expect(field(shop, az('account.email.new')), 'typed text stays').toHaveValue(email)

  await field(shop, az('account.password.current')).fill(person.password)
  await press(shop.main(), az('account.email.submit'))
  await shop.expectToast(az('account.email.changed'))
  await expect(shop.main().getByText(email)).toBeVisible()
  await expect(shop.main().getByText(az('account.email.unverified'))).toBeVisible()

  await page.goto(await linkFor(request, email, VERIFICATION_PARAMETER))
  await expect(shop.main().getByText(az('account.email.nowVerified'))).toBeVisible()
  await expect(shop.main().getByText(az('account.email.verified'), { exact: true })).toBeVisible()
})

test('a mailed link verifies after signing in, and an invalid one says so', { tag: FULL }, async ({ shop, page, request, guard }) => {
  guard.allow(/\b4(01|22)\b/)
  const { person, session } = await signUpByApi(request)
  await page.goto(await linkFor(request, person.email, VERIFICATION_PARAMETER))
  await expect(shop.main().getByText(az('signIn.verification'))).toBeVisible()
  await shop.signIn(person.phoneNumber, person.password)
  await expect(shop.main().getByText(az('account.email.nowVerified'))).toBeVisible()
  expect((await apiGet<{ data: User }>(request, session, '/user/me')).data.emailVerified).toBe(true)
  await page.goto(`${paths.profileEmail()}?${VERIFICATION_PARAMETER}=nonsense`)
  await expect(shop.main().getByText(az('account.email.notVerified'))).toBeVisible()
  await expect(shop.main().getByText(az('errors.fields.token_invalid'))).toBeVisible()
})

test('a new password ends all other sessions', { tag: FULL }, async ({ shop, page, request, guard }) => {
  guard.allow(/\b4\d\d\b/)
  const { person } = await signInNewAccount(shop, request)
  const otherDevice = await sessionOnOtherDevice(request, person, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')
  await shop.open(paths.profilePassword())
  const tooShort = 'qısa'
  await field(shop, az('account.password.current')).fill('not-the-password')
  await field(shop, az('account.password.new')).fill(tooShort)
  await field(shop, az('account.password.again')).fill('başqa')
  await press(shop.main(), az('account.password.submit'))
  await expect(field(shop, az('account.password.new'))).toHaveAccessibleDescription(new RegExp(az('errors.fields.password_too_short')))
  await expect(field(shop, az('account.password.again'))).toHaveAccessibleDescription(az('errors.fields.passwords_differ'))

  const newPassword = 'nar-bağı-2031'
  await field(shop, az('account.password.new')).fill(newPassword)
  await field(shop, az('account.password.again')).fill(newPassword)
  await press(shop.main(), az('account.password.submit'))
  await expect(field(shop, az('account.password.current'))).toHaveAttribute('aria-invalid', 'true')
  await field(shop, az('account.password.current')).fill(person.password)
  await press(shop.main(), az('account.password.submit'))
  await shop.expectToast(az('account.password.changed'))
  await expect(field(shop, az('account.password.current')), 'no password stays in the page').toHaveValue('')

  expect(await canRefresh(request, otherDevice)).toBe(false)
  await page.reload()
  await shop.expectSignedIn()
  const signIn = async (password: string) =>
    (await request.post('/api/v1/auth/signin', { data: { login: person.phoneNumber, password } })).status()
  expect(await signIn(newPassword), 'the new password signs in').toBe(200)
  expect(await signIn(person.password), 'the old one does not').toBe(401)
})

test('pressing the account number copies it', { tag: FULL }, async ({ shop, page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { session } = await signInNewAccount(shop, request)
  const { code } = session.user
  await shop.open(paths.account())
  await shop
    .main()
    .getByRole('definition')
    .getByRole('button', { name: new RegExp(az('account.copy')) })
    .click()
  await shop.expectToast(az('account.copied', { code }))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

test("the account's navigation fits the screen and the role", { tag: BOTH }, async ({ shop, request, isPhone }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.account())
  if (isPhone) await navigation(shop).locator('summary').first().click()
  const link = (name: string) => navigation(shop).getByRole('link', { name })
  await expect(link(az('account.birthdays.title')), 'only phones link birthdays here').toHaveCount(isPhone ? 1 : 0)
  await expect(link(az('account.influencer.link'))).toBeVisible()
  await expect(link(az('account.password.link'))).toBeVisible()
  await navigation(shop)
    .locator('summary')
    .filter({ hasText: az('account.personal') })
    .click()
  await expect(link(az('account.password.link')), 'the personal group folds').toBeHidden()
  await link(az('account.help.title')).click()
  await shop.expectPath(paths.help())
  if (isPhone) await expect(link(az('account.help.title')), 'the navigation folds after a link was followed').toBeHidden()
})

test('an influencer is not asked to apply', { tag: FULL }, async ({ shop, request, isPhone }) => {
  const session = await signInByApi(request, demoAccount('blogger'))
  await shop.storeSection('auth', { ...session, isAuthenticated: true })
  await shop.open(paths.account())
  if (isPhone) await navigation(shop).locator('summary').first().click()
  await expect(navigation(shop).getByRole('link', { name: az('account.help.title') })).toBeVisible()
  await expect(navigation(shop).getByRole('link', { name: az('account.influencer.link') })).toHaveCount(0)
})

test('a report reaches the shop, and the page confirms it', { tag: FULL }, async ({ shop, request }) => {
  // The shop answers to a verified address only.
  const { session } = await signUpVerifiedByApi(request)
  await shop.storeSection('auth', { ...session, isAuthenticated: true })
  await shop.open(paths.help(), 'en')
  const t = texts('en')
  await press(shop.main(), t('account.help.submit'))
  await expect(summary(shop)).toBeFocused()
  await field(shop, t('account.help.subject')).fill('A bouquet')
  await field(shop, t('account.help.message')).fill('The bouquet was lovely, and I would like to say so.')
  await press(shop.main(), t('account.help.submit'))
  const confirmation = shop.main().getByRole('heading', { name: t('account.help.sent') })
  await expect(confirmation).toBeFocused()
  await press(shop.main(), t('account.help.again'))
  await expect(field(shop, t('account.help.subject'))).toHaveValue('')
})

test(
  'a customer applies as an influencer once, and sees that the application is pending',
  { tag: FULL },
  async ({ shop, page, request, guard }) => {
    guard.allow(/\b404\b/)
    await signInNewAccount(shop, request)
    await shop.open(paths.influencerForm())
    const optionalField = (name: string) => field(shop, `${name} ${az('forms.optional')}`)
    await field(shop, az('account.influencer.about')).fill('Bakıda gül buketləri haqqında yazıram.')
    await optionalField('Instagram').fill('https://evil.example/instagram.com')
    await press(shop.main(), az('account.influencer.submit'))
    await expect(optionalField('Instagram')).toHaveAccessibleDescription(az('errors.fields.invalid_link'))
    await optionalField('Instagram').fill('https://instagram.com/buketler')
    await press(shop.main(), az('account.influencer.submit'))

    const pendingTitle = shop.main().getByRole('heading', { name: az('account.influencer.pending.title') })
    await expect(pendingTitle).toBeVisible()
    await expect(shop.main().getByText(az('account.influencer.pending.text'))).toBeVisible()
    await page.reload()
    await expect(pendingTitle).toBeVisible()
    await expect(field(shop, az('account.influencer.about'))).toHaveCount(0)
  },
)
