import { readFileSync } from 'node:fs'
import { date } from '~shared/i18n/dates'
import type { User } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { apiGet } from './accounts'
import { signInNewAccount } from './new-accounts'
import { expect, test } from './shop'
import { az, texts } from './texts'

test('the data of an account can be downloaded as a file', async ({ shop, page, request }) => {
  const { person, session } = await signInNewAccount(shop, request)
  await shop.open(paths.myData())
  const download = page.waitForEvent('download')
  await shop
    .main()
    .getByRole('button', { name: az('account.data.downloadButton') })
    .click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`sovqat-${session.user.code}.json`)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain(person.email)
  expect(text, 'never the password').not.toContain(person.password)
  await shop.expectToast(az('account.data.downloaded'))
})

test('deleting an account needs its password, and can be cancelled within the grace period', async ({ shop, page, request, guard }) => {
  guard.allow(/\b4\d\d\b/)
  const { person, session } = await signInNewAccount(shop, request)
  const t = texts('ru')
  const password = shop.main().getByLabel(t('account.password.current'), { exact: true })
  const remove = shop.main().getByRole('button', { name: t('account.data.deleteButton'), exact: true })
  const banner = shop.region(t('account.data.deletion'))

  await shop.open(paths.myData(), 'ru')
  await remove.click()
  await expect(password).toHaveAccessibleDescription(t('errors.fields.required'))
  await password.fill('not-the-password')
  await remove.click()
  await expect(shop.main().getByRole('alert')).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(banner).toHaveCount(0)

  await password.fill(person.password)
  await remove.click()
  await expect(banner).toBeVisible()
  const me = await apiGet<{ data: User }>(request, session, '/user/me')
  await expect(banner).toContainText(date('ru', me.data.deletesAt ?? ''))
  await expect(remove, 'it is requested already').toHaveCount(0)

  await shop.open(paths.addresses(), 'ru')
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: t('account.data.keep') }).click()
  await expect(banner).toHaveCount(0)
  await shop.expectToast(t('account.data.kept'), t)
  await page.reload()
  await expect(shop.heading()).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect((await apiGet<{ data: User }>(request, session, '/user/me')).data.deletesAt).toBeUndefined()
})
