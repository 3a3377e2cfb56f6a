// An operator changes the home page. The projects `phone` and `desktop` run at the same time, so only `desktop` changes it.

import type { APIRequestContext } from '@playwright/test'
import type { HomeVersion } from '~shared/api/types'
import { LOCALES } from '~shared/i18n/locale'
import { shownTime } from '~admin/lib/baku-time'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { apiGet, apiSend } from './accounts'
import { expectNoViolations } from './axe'
import { FULL } from './coverage'
import { homeSections } from './home-sections'
import { randomId, test } from './admin'
import { expect, type Shop } from './shop'
import type { StaffHeaders } from './staff'
import { press } from './state-actions'
import { az, texts } from './texts'

const DAY_MS = 24 * 3600_000
/** Formats a time in so many days as a form field does. */
const inDays = (days: number) => shownTime(new Date(Date.now() + days * DAY_MS).toISOString())

/** A season that is not now. */
const SEASON = { from: inDays(60), within: inDays(65), until: inDays(70) }

// One after the other, because the shop has one home page.
test.describe.configure({ mode: 'default' })

async function addSection(admin: Shop, kind: 'shelf' | 'banner') {
  await press(admin.main(), az('adminHome.add'))
  await press(admin.main(), az('adminHome.addOf', { kind: az(`adminHome.kind.${kind}`) }))
}

async function readNewest(request: APIRequestContext, operator: StaffHeaders): Promise<HomeVersion> {
  const { data } = await apiGet<{ data: HomeVersion[] }>(request, operator, '/admin/home/versions')
  return data[0] as HomeVersion
}

/** Sections load when they come near the window, which moves the end of the page. */
const expectRegion = (shop: Shop, title: string) =>
  expect(async () => {
    await shop.scrollToEnd()
    await expect(shop.region(title)).toBeAttached({ timeout: 1_000 })
  }, title).toPass()

test('a shelf and a banner of a season are previewed, published and taken back', async ({
  admin,
  guest,
  operator,
  request,
  catalogue,
  isPhone,
}) => {
  test.skip(isPhone, 'there is one home page, and the tests of both devices run at once')
  test.setTimeout(120_000)
  /** The titles of the sections that shoppers see. */
  const readTitles = async () => (await homeSections(request)).map(({ title }) => title)
  const { version, sections } = await readNewest(request, operator)
  const [shelfTitle, bannerTitle] = [`Sınaq cərgəsi ${randomId()}`, `Sınaq banneri ${randomId()}`]
  /** An input of the section that was added as the `nth`. */
  const input = (nth: number, name: string) => admin.main().locator(`[name="sections.${sections.length + nth}.${name}"]`)
  const fillTexts = async (nth: number, name: string, text: string) => {
    for (const language of LOCALES) await input(nth, `${name}.${language}`).fill(text)
  }

  try {
    await admin.open(adminPaths.homePage())
    await addSection(admin, 'shelf')
    await expect(input(0, 'title.az')).toBeFocused()
    await fillTexts(0, 'title', shelfTitle)
    await input(0, 'source').selectOption({ label: az('adminHome.source.category') })
    await input(0, 'category').selectOption(catalogue.big.slug)

    await addSection(admin, 'banner')
    await fillTexts(1, 'title', bannerTitle)
    await fillTexts(1, 'text', 'Bayramınız mübarək!')
    await fillTexts(1, 'action', 'Hədiyyələrə bax')
    await input(1, 'link').fill('https://example.com/')
    await admin
      .main()
      .getByRole('radio', { name: az('adminHome.illustration.sprout'), exact: true })
      .check()
    await admin
      .main()
      .getByRole('radio', { name: az('adminHome.tone.mint'), exact: true })
      .check()
    await input(1, 'isScheduled').check()
    await input(1, 'from').fill(SEASON.from)
    await input(1, 'until').fill(SEASON.until)
    await input(1, 'isYearly').check()

    await press(admin.main(), az('adminHome.publish'))
    await expect(input(1, 'link'), 'the first input with a mistake').toBeFocused()
    await expect(input(1, 'link')).toHaveAccessibleDescription(az('errors.fields.not_a_path'))
    await expectNoViolations(admin.page, 'sections of the home page with a mistake')
    await input(1, 'link').fill(paths.category(catalogue.big.slug))

    await admin.page.reload()
    await expect(admin.main().getByRole('heading', { level: 3 }).filter({ hasText: bannerTitle }), 'the draft stays').toBeVisible()
    await admin.main().getByLabel(az('adminHome.preview.at'), { exact: true }).fill(SEASON.within)
    await press(admin.main(), az('adminHome.preview.make'))
    const preview = await admin
      .main()
      .getByRole('link', { name: az('adminHome.preview.openIn', { language: 'Azərbaycanca' }), exact: true })
      .getAttribute('href')
    await guest.open(preview ?? '')
    await expectRegion(guest, shelfTitle)
    await expectRegion(guest, bannerTitle)
    const published = await readTitles()
    for (const title of [shelfTitle, bannerTitle]) expect(published, 'a preview publishes nothing').not.toContain(title)

    await press(admin.main(), az('adminHome.publish'))
    await admin.expectToast(az('adminHome.published', { version: version + 1 }))
    await guest.openWith(shelfTitle, paths.home())
    await expectRegion(guest, shelfTitle)
    const shelf = guest.region(shelfTitle)
    await shelf.scrollIntoViewIfNeeded()
    await expect(shelf.getByRole('article').first()).toBeVisible()
    expect(await readTitles(), 'the season has not begun').not.toContain(bannerTitle)
    await guest.scrollToEnd()
    await expect(guest.region(bannerTitle)).toHaveCount(0)

    // Version 0 is the page that the shop is delivered with.
    const name = version === 0 ? az('adminHome.versions.first') : az('adminHome.versions.one', { version })
    await press(admin.main(), az('adminHome.versions.takeOf', { name }))
    await expect(admin.main().getByRole('heading', { level: 3 }).filter({ hasText: shelfTitle })).toHaveCount(0)
    await press(admin.main(), az('adminHome.publish'))
    await admin.expectToast(az('adminHome.published', { version: version + 2 }))
    expect((await readNewest(request, operator)).sections).toEqual(sections)
    await expect.poll(async () => (await request.get(paths.home())).text()).not.toContain(shelfTitle)
  } finally {
    const current = await readNewest(request, operator)
    if (JSON.stringify(current.sections) !== JSON.stringify(sections))
      await apiSend(request, operator, '/admin/home', { fromVersion: current.version, sections })
  }
})

test(
  'the home page is not published over the version of another operator',
  { tag: FULL },
  async ({ admin, guard, operator, request, isPhone }) => {
    test.skip(isPhone, 'there is one home page, and the tests of both devices run at once')
    guard.allow(/\b409\b/)
    const t = texts('ru')
    const { version, sections } = await readNewest(request, operator)
    const heading = () => admin.main().getByRole('heading', { level: 3 }).first()
    try {
      await admin.open(adminPaths.homePage(), 'ru')
      await heading().getByRole('button').click()
      const title = admin.main().locator('[name="sections.0.title.ru"]')
      const typed = `Проверка ${randomId()}`
      await title.fill(typed)
      await apiSend(request, operator, '/admin/home', { fromVersion: version, sections })
      await press(admin.main(), t('adminHome.publish'))
      const buttons = { goOn: t('adminHome.goOn'), take: t('adminHome.takePublished') }
      await expect(admin.main().getByRole('alert')).toHaveText(t('adminHome.conflict', buttons))
      await expect(
        admin
          .main()
          .getByRole('status')
          .filter({ hasText: String(version + 1) }),
      ).toBeVisible()
      await expect(title, 'typed text stays').toHaveValue(typed)
      await press(admin.main(), t('adminHome.goOn'))
      await press(admin.main(), t('adminHome.publish'))
      await admin.expectToast(t('adminHome.published', { version: version + 2 }), t)
    } finally {
      const { version: newest } = await readNewest(request, operator)
      await apiSend(request, operator, '/admin/home', { fromVersion: newest, sections })
    }
  },
)
