// Tests the sign-in of staff, and the step-up: a sensitive action asks for the second factor again.

import { randomUUID } from 'node:crypto'
import { adminPaths } from '~admin/paths'
import type { Refund } from '~shared/api/types'
import { inLocale, type Locale, LOCALES } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { type Account, demoAccount } from './accounts'
import { expectNoViolations } from './axe'
import type { Device } from './coverage'
import { addDemoPasskey } from './passkey'
import { signUpByApi } from './people'
import { moveOrder, placeOrder } from './placed-orders'
import { expect, type Shop, test } from './shop'
import { PASSKEY_ORIGIN } from './staff'
import { press } from './state-actions'
import { az, texts } from './texts'
import { totpCode } from './totp'

// A passkey belongs to a host name. Other tests open the shop by its IP address.
test.use({ baseURL: PASSKEY_ORIGIN })

// The server answers 401 to visitors, who have no session yet.
test.beforeEach(({ guard }) => guard.allow(/\b401\b/))

/** Opens a page of the back office, which asks for the password first, then for the second factor. */
async function enterPassword(shop: Shop, account: Account, path: string, locale: Locale) {
  const t = texts(locale)
  await shop.open(path, locale)
  await shop.expectPath(inLocale(locale, adminPaths.signIn(path)))
  await shop.main().getByLabel(t('adminStaff.signIn.login')).fill(account.email)
  await shop.main().getByLabel(t('adminStaff.signIn.password'), { exact: true }).fill(account.password)
  await press(shop.main(), t('adminStaff.signIn.submit'))
  await expect(shop.heading()).toHaveText(t('adminStaff.steps.factor.title'))
}

async function expectSignedIn(shop: Shop, path: string, locale: Locale) {
  const t = texts(locale)
  await shop.expectPath(inLocale(locale, path))
  await expect(shop.banner().getByRole('button', { name: t('common.nav.signOut') })).toBeVisible()
}

/** Only these tests use the passkeys of these accounts. Both devices may run at the same time. */
const WITH_PASSKEY: Record<Device, { signingIn: string; refunding: string }> = {
  desktop: { signingIn: 'support', refunding: 'manager' },
  phone: { signingIn: 'orders', refunding: 'finance' },
}
const deviceOf = ({ isPhone }: Shop): Device => (isPhone ? 'phone' : 'desktop')

test('a passkey signs in to the back office, in three languages', async ({ shop, page }) => {
  test.setTimeout(120_000)
  const account = demoAccount(WITH_PASSKEY[deviceOf(shop)].signingIn)
  await addDemoPasskey(page, account.role)
  const ownPage = adminPaths.account()
  for (const locale of LOCALES)
    await test.step(locale, async () => {
      const t = texts(locale)
      await enterPassword(shop, account, ownPage, locale)
      await expect(shop.heading()).toBeFocused()
      await expectNoViolations(page, `second factor in ${locale}`)
      await press(shop.main(), t('adminStaff.factor.passkey'))
      await expectSignedIn(shop, ownPage, locale)

      // The session is only in cookies that scripts cannot read.
      const cookies = await page.context().cookies()
      expect(cookies.map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite }))).toEqual(
        expect.arrayContaining(
          ['__Host-staff', '__Host-staff-refresh'].map((name) => ({ name, httpOnly: true, secure: true, sameSite: 'Strict' })),
        ),
      )
      expect(await page.evaluate(() => document.cookie)).not.toContain('staff')
      expect((await shop.stored<{ user: unknown }>('auth'))?.user ?? null).toBeNull()

      await page.reload()
      await expect(shop.heading()).toHaveText(t('adminStaff.account.title'))
      await signOut(shop, t)
      await shop.expectPath(inLocale(locale, adminPaths.signIn(ownPage)))
      await expectNoViolations(page, `password in ${locale}`)
      expect((await page.context().cookies()).filter(({ name }) => name.startsWith('__Host-staff'))).toEqual([])
    })
})

async function signOut(shop: Shop, t: Translate) {
  await shop
    .banner()
    .getByRole('button', { name: t('common.nav.signOut') })
    .click()
  await expect(shop.main().getByRole('status')).toHaveText(t('adminStaff.ended.signedOut'))
}

/** The server accepts each code once for an account, so each test uses another account. */
const WITH_APP: Record<Device, Record<Locale, string>> = {
  desktop: { az: 'catalogue', ru: 'marketing', en: 'finance' },
  phone: { az: 'orders', ru: 'manager', en: 'support' },
}

for (const locale of LOCALES)
  test(`a code of the app signs in to the back office once, in ${locale}`, async ({ shop, page, guard }) => {
    // The second use of the code is refused.
    guard.allow(/\b409\b/)
    const t = texts(locale)
    const account = demoAccount(WITH_APP[deviceOf(shop)][locale])
    const code = totpCode(account.secondFactors?.totp ?? '')
    const enterCode = async () => {
      // A browser without the passkey of the account shows the field at once.
      const switchToCode = shop.main().getByRole('button', { name: t('adminStaff.factor.use.totp'), exact: true })
      const field = shop.main().getByLabel(t('adminStaff.factor.totp'))
      await expect(switchToCode.or(field).first()).toBeVisible()
      if (await switchToCode.isVisible()) await switchToCode.click()
      await field.fill(code)
      await press(shop.main(), t('adminStaff.factor.confirm'))
    }
    await enterPassword(shop, account, adminPaths.account(), locale)
    await enterCode()
    await expectSignedIn(shop, adminPaths.account(), locale)
    await expectNoViolations(page, `own second factors in ${locale}`)

    await signOut(shop, t)
    await enterPassword(shop, account, adminPaths.account(), locale)
    await enterCode()
    await expect(shop.main().getByRole('alert')).toBeFocused()
    await expect(shop.main().getByLabel(t('adminStaff.factor.totp'))).toHaveAccessibleDescription(/\S/)
    await expectNoViolations(page, `used code in ${locale}`)
  })

test('a refund asks for the second factor again, and is then approved without another press', async ({
  shop,
  page,
  request,
  guard,
  catalogue,
}) => {
  guard.allow(/\b403\b/)
  const { session } = await signUpByApi(request)
  const { order } = await placeOrder(request, session, [[catalogue.plain, 1]])
  await moveOrder(request, order, 'delivered')
  const refundResponse = await request.post(`/api/v1/order/${order.code}/refund`, {
    headers: { authorization: `Bearer ${session.accessToken}`, 'idempotency-key': randomUUID() },
    data: { ground: 'faulty', reason: 'Biri sınıb' },
  })
  expect(refundResponse.ok(), await refundResponse.text()).toBe(true)
  const { amount } = ((await refundResponse.json()) as { data: Refund }).data

  const account = demoAccount(WITH_PASSKEY[deviceOf(shop)].refunding)
  await addDemoPasskey(page, account.role)
  await enterPassword(shop, account, adminPaths.refunds(), 'az')
  await press(shop.main(), az('adminStaff.factor.passkey'))
  await shop.expectPath(adminPaths.refunds())

  // The server asks again only ten minutes after the last second factor, so the test itself refuses the first decision.
  const refusal = JSON.stringify({ code: 'step_up_required', detail: az('errors.step_up_required.detail') })
  const decisionUrl = '**/api/v1/admin/refunds/*/decide'
  await page.route(decisionUrl, (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', body: refusal }), {
    times: 1,
  })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (/\/(?:decide|step-up)$/.test(response.url())) statuses.push(response.status())
  })

  await press(shop.main(), az('admin.refunds.of', { act: az('admin.refunds.approve'), code: order.code }))
  await press(shop.main(), az('admin.refunds.giveCash', { amount: money(amount) }))
  const dialog = shop.dialog(az('adminStaff.stepUp.title'))
  await expect(dialog.getByRole('button', { name: az('adminStaff.factor.passkey') })).toBeVisible()
  await expectNoViolations(page, 'step-up', { within: 'dialog[open]' })
  await dialog.getByRole('button', { name: az('adminStaff.factor.passkey') }).click()
  await shop.expectToast(az('admin.refunds.approved', { amount: money(amount) }))
  expect(statuses, 'the refused decision, the step-up, and the decision again').toEqual([403, 200, 200])
})

test('the sign-in of the shop opens no page of the back office', async ({ shop }) => {
  const { email, password } = demoAccount('operator')
  await shop.open(paths.signIn(paths.admin(), 'password'))
  await shop.signIn(email, password)
  await shop.expectPath(adminPaths.signIn())
  await expect(shop.heading()).toHaveText(az('adminStaff.steps.password.title'))
})
