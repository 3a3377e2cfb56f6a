import type { NotificationPreferences } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { apiGet } from './accounts'
import { FULL } from './coverage'
import { signInNewAccount } from './new-accounts'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

/** A new account has one notification, which says welcome. */
const WELCOME_COUNT = 1

/** Matches the name of the profile link. */
const unread = (count: number) => new RegExp(`${az('common.nav.unread', { count })}$`)

const boxOf = (shop: Shop, topic: 'stores' | 'account', channel: 'email' | 'sms') =>
  shop.main().getByRole('checkbox', {
    name: az('notifications.preferences.of', {
      topic: az(`notifications.preferences.topic.${topic}.title`),
      channel: az(`notifications.preferences.channel.${channel}`),
    }),
  })

/** The response that sends each new notification at once. One tab of a browser reads it and tells the others. */
const STREAM = '**/notification/stream'

test('a welcome notification is listed by day, and reading it clears the badge', async ({ shop, request }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.notifications())
  await expect(shop.main().getByRole('heading', { level: 3 })).not.toHaveCount(0)
  await expect(shop.profileLink()).toHaveAccessibleName(unread(WELCOME_COUNT))
  await shop
    .main()
    .getByRole('button', { name: az('notifications.readAll') })
    .click()
  await shop.expectToast(az('notifications.allRead'))
  await expect(shop.profileLink()).toHaveAccessibleName(az('common.nav.account'))
})

test('one tab holds the stream; reading in another tab updates this one, and the stream moves when its tab closes', async ({
  shop,
  page,
  context,
  request,
}) => {
  let streamCount = 0
  await context.route(STREAM, (route) => {
    streamCount += 1
    return route.continue()
  })
  await signInNewAccount(shop, request)
  await shop.open(paths.home())
  await expect(shop.profileLink()).toHaveAccessibleName(unread(WELCOME_COUNT))
  await expect.poll(() => streamCount).toBe(1)

  const secondTab = await context.newPage()
  await secondTab.goto(paths.notifications())
  await secondTab.getByRole('button', { name: az('notifications.readAll') }).click()
  await expect(shop.profileLink()).toHaveAccessibleName(az('common.nav.account'))
  expect(streamCount, 'one stream for the whole browser').toBe(1)

  await page.close()
  await expect.poll(() => streamCount, 'the remaining tab opens a stream').toBe(2)
})

test('notification preferences are saved when they are changed', { tag: FULL }, async ({ shop, page, request }) => {
  const { session } = await signInNewAccount(shop, request)
  await shop.open(paths.preferences())
  await expect(boxOf(shop, 'account', 'email'), 'messages about the account cannot be turned off').toBeDisabled()
  // The page shows a change a moment after the click, which `setChecked` does not wait for.
  await boxOf(shop, 'stores', 'email').click()
  await expect(boxOf(shop, 'stores', 'email')).toBeChecked()
  for (const name of [new RegExp(az('notifications.preferences.digest.daily')), 'Русский']) {
    const choice = shop.main().getByRole('radio', { name })
    await choice.click()
    await expect(choice).toBeChecked()
  }
  const readPreferences = async () => (await apiGet<{ data: NotificationPreferences }>(request, session, '/notification/preferences')).data
  await expect.poll(async () => (await readPreferences()).language).toBe('ru')
  expect((await readPreferences()).topics.find(({ topic }) => topic === 'stores')).toMatchObject({ email: true })
  expect((await readPreferences()).digest).toBe('daily')
  await page.reload()
  await expect(boxOf(shop, 'stores', 'email')).toBeChecked()
})

test('an invalid unsubscribe link says so and leads to the settings', { tag: FULL }, async ({ shop, guard }) => {
  guard.allow(/\b4\d\d\b/)
  await shop.open('/bildiris/imtina?token=nonsense')
  await expect(shop.heading()).toHaveText(az('notifications.unsubscribe.failed'))
  await expect(shop.main().getByRole('link', { name: az('notifications.unsubscribe.toSettings') })).toBeVisible()
})
