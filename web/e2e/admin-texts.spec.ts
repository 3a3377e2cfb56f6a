// An operator edits the Markdown and the SEO texts (title and description) of a page.

import type { ContentVersion, SeoText } from '~shared/api/types'
import { inLocale } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { apiGet, apiSend } from './accounts'
import { expectNoViolations } from './axe'
import { FULL } from './coverage'
import { titles } from './crawler/html'
import { randomId, test } from './admin'
import { expect } from './shop'
import { press } from './state-actions'
import { texts } from './texts'

/** Each project edits another page, because both run at the same time. The first name is for the Markdown, the second for the SEO texts. */
const PAGES = {
  phone: { textPage: 'bonuses', seoPage: 'bonuses-page', path: paths.bonuses() },
  desktop: { textPage: 'payment', seoPage: 'payment-page', path: paths.payment() },
} as const

test(
  'a text is previewed, not published over a newer version, read by a guest, and restored',
  { tag: FULL },
  async ({ admin, guest, guard, operator, request, isPhone }) => {
    test.setTimeout(120_000)
    guard.allow(/\b409\b/)
    const t = texts('ru')
    const { textPage, path } = PAGES[isPhone ? 'phone' : 'desktop']
    const readNewest = async () => {
      const { data } = await apiGet<{ data: ContentVersion[] }>(request, operator, `/admin/content/${textPage}/ru`)
      return data[0] as ContentVersion
    }
    const original = await readNewest()
    const { version, markdown } = original
    const publishElsewhere = (text: string, fromVersion: number) =>
      apiSend<ContentVersion>(request, operator, '/admin/content', { ...original, markdown: text, fromVersion })

    const [ownText, otherText] = [`Проверка ${randomId()}`, `Другая проверка ${randomId()}`]

    try {
      await admin.open(adminPaths.text(textPage, 'ru'), 'ru')
      const input = admin.main().getByLabel(t('adminSite.texts.label.markdown'), { exact: true })
      await expect(input).toHaveValue(markdown)
      await input.fill(`${markdown}\n\n${ownText}`)
      await press(admin.main(), t('adminSite.texts.look'))
      await expect(admin.main().getByRole('heading', { name: t('adminSite.texts.preview') })).toBeFocused()
      await expect(admin.region(t('adminSite.texts.preview'))).toContainText(ownText)
      await guest.open(path, 'ru')
      await expect(guest.main(), 'a preview publishes nothing').not.toContainText(ownText)

      // Another operator publishes first: `version + 1`.
      await publishElsewhere(`${markdown}\n\n${otherText}`, version)
      await press(admin.main(), t('adminSite.texts.publish'))
      await expect(admin.main().getByRole('alert')).toBeFocused()
      await expect(admin.main().getByRole('alert')).toHaveText(t('errors.content_changed.detail'))
      await expect(admin.main().getByText(t('adminSite.texts.behind', { version: version + 1 }))).toBeVisible()
      await expect(input, 'typed text stays').toHaveValue(`${markdown}\n\n${ownText}`)
      await admin.page.reload()
      await expect(input, 'typed text stays after a reload').toHaveValue(`${markdown}\n\n${ownText}`)
      await guest.openWith(otherText, path, 'ru')
      await expectNoViolations(admin.page, 'a text that somebody else has changed')

      await press(admin.main(), t('adminSite.texts.goOn'))
      await press(admin.main(), t('adminSite.texts.publish'))
      await admin.expectToast(t('adminSite.texts.published', { version: version + 2 }), t)
      await guest.openWith(ownText, path, 'ru')
      await expect(guest.main()).not.toContainText(otherText)

      // Version 0 is the text that the shop is delivered with.
      const name = version === 0 ? t('adminSite.texts.first') : t('adminSite.texts.version', { version })
      await press(admin.main(), t('adminSite.texts.takeOf', { name }))
      await expect(input).toHaveValue(markdown)
      await press(admin.main(), t('adminSite.texts.publish'))
      await admin.expectToast(t('adminSite.texts.published', { version: version + 3 }), t)
      expect((await readNewest()).markdown).toBe(markdown)
    } finally {
      const current = await readNewest()
      if (current.markdown !== markdown) await publishElsewhere(markdown, current.version)
    }
  },
)

test('the SEO texts of a page are changed in one language and restored', async ({ admin, operator, request, isPhone }) => {
  const t = texts('en')
  const { seoPage, path } = PAGES[isPhone ? 'phone' : 'desktop']
  const { data } = await apiGet<{ data: SeoText[] }>(request, operator, '/admin/seo/texts')
  const original = data.find((text) => text.page === seoPage && text.language === 'en') as SeoText
  const titlesIn = async (locale: 'az' | 'en') => titles(await (await request.get(inLocale(locale, path))).text())
  const [azerbaijani, english] = [await titlesIn('az'), await titlesIn('en')]

  await admin.open(adminPaths.seo(), 'en')
  const editor = inLocale('en', adminPaths.seoText(seoPage, 'en'))
  await admin.main().locator(`a[href="${editor}"]`).click()
  await admin.expectPath(editor)
  const title = admin.main().getByLabel(t('adminSite.seo.label.title'), { exact: true })
  const save = () =>
    admin
      .main()
      .getByRole('button', { name: t('adminSite.save') })
      .click()
  try {
    await title.fill('{subject} · {shop}')
    await save()
    await expect(admin.main().getByRole('alert')).toBeFocused()
    await expect(title).toHaveAccessibleDescription(t('errors.fields.bad_template'))
    await expect(title).toHaveValue('{subject} · {shop}')

    const name = `A trial ${randomId()}`
    await title.fill(`${name} · {shop}`)
    await expect(admin.region(t('adminSite.seo.snippet'))).toContainText(`${name} · Sovqat`)
    await save()
    await admin.expectToast(t('adminSite.saved'), t)
    await expect.poll(() => titlesIn('en')).toEqual([`${name} · Sovqat`])
    expect(await titlesIn('az')).toEqual(azerbaijani)

    await title.fill(original.title)
    await save()
    await expect.poll(() => titlesIn('en')).toEqual(english)
  } finally {
    await apiSend(request, operator, '/admin/seo/texts', original, 'put')
  }
})
