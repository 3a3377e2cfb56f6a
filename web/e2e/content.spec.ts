import type { BonusTerms } from '~shared/api/types'
import { percent } from '~/features/bonuses/rules'
import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { expectNoViolations } from './axe'
import { languagesFor } from './coverage'
import { expect, test } from './shop'
import { az, texts } from './texts'

const PAGES = [
  paths.faq(),
  paths.guide(),
  paths.delivery(),
  paths.payment(),
  paths.bonuses(),
  paths.privacy(),
  paths.terms(),
  paths.contact(),
]

test('every page of texts can be read in every language', async ({ request }) => {
  const addresses = LOCALES.flatMap((locale) => PAGES.map((path) => inLocale(locale, path)))
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200)
})

test('the first HTML of the bonus page contains the earning rates', async ({ request }) => {
  for (const locale of LOCALES) {
    const terms = await request.get('/api/v1/bonuses/terms', { headers: { 'accept-language': locale } })
    const { data } = (await terms.json()) as { data: BonusTerms }
    const html = await (await request.get(inLocale(locale, paths.bonuses()))).text()
    expect(data.rates.length).toBeGreaterThan(0)
    for (const { title, basisPoints } of data.rates) {
      expect(html, locale).toContain(title)
      expect(html, locale).toContain(`>${percent(basisPoints)}<`)
    }
  }
})

test('the footer links to every page of texts', async ({ shop, page }) => {
  await shop.open(paths.home())
  const footer = page.getByRole('contentinfo')
  for (const path of PAGES) await expect(footer.locator(`a[href="${path}"]`)).toHaveCount(1)
})

test('a question is found by its words, and a link opens it', async ({ shop, page }) => {
  await shop.open(paths.faq())
  const questions = shop.main().locator('details')
  const questionCount = await questions.count()
  expect(questionCount, 'the page has its questions').toBeGreaterThanOrEqual(25)

  const input = shop.main().getByRole('searchbox', { name: az('content.faq.search') })
  // “Çatdırılma” (delivery), typed without its special letters.
  await input.fill('catdirilma')
  await expect.poll(() => questions.count()).toBeLessThan(questionCount)
  const matchCount = await questions.count()
  expect(matchCount).toBeGreaterThan(0)
  await expect(shop.main().getByRole('status')).toHaveText(az('content.faq.found', { count: matchCount }))
  await questions.first().locator('summary').click()
  const id = await questions.first().getAttribute('id')
  await expect(questions.first()).toHaveAttribute('open', '')

  await input.fill('qwxzqwxz')
  await expect(shop.main().getByRole('heading', { name: az('content.faq.none') })).toBeVisible()
  await shop.open(paths.faq(id ?? ''))
  await expect(page.locator(`details[id="${id}"]`)).toHaveAttribute('open', '')
  await expect(page.locator(`details[id="${id}"]`)).toBeInViewport()
})

for (const locale of languagesFor('a letter to the shop'))
  test(`a visitor writes to the shop in ${locale} and gets the code of the letter`, async ({ shop, page }) => {
    const t = texts(locale)
    await shop.open(paths.contact(), locale)
    const form = shop.region(t('content.contact.form'))
    const message = form.getByLabel(t('content.contact.message'))
    const send = form.getByRole('button', { name: t('content.contact.send') })
    await message.fill('Salam, sifarişi hədiyyə kağızına bükmək olar?')
    await send.click()
    await expect(form.getByRole('alert')).toBeFocused()
    await expectNoViolations(page, 'form with mistakes')
    await page.reload()
    await expect(message, 'typed text survives a reload').toHaveValue(/hədiyyə kağızına/)

    await form.getByLabel(t('content.contact.name')).fill('Nigar Əliyeva')
    await form
      .getByLabel(t('content.contact.email'), { exact: true })
      .fill(`nigar.${Math.random().toString(36).slice(2, 10)}@sovqat.example`)
    await send.click()
    const confirmation = shop.main().getByRole('heading', { name: t('content.contact.sent') })
    await expect(confirmation).toBeFocused()
    await expect(shop.main().locator('strong')).toHaveText(/^[A-Z\d-]{5,}$/)
  })
