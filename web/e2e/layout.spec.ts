import type { Schemas } from '~/api/types'
import { appLinks } from '~/lib/app-links'
import { paths } from '~/lib/paths'
import { expect, test } from './shop'
import { az } from './texts'

const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' })

test('the header sticks, and shows it from five pixels on', async ({ shop, page }) => {
  await shop.open(paths.home())
  const header = shop.banner()
  await page.evaluate(scrollTo, 4)
  await expect(header).not.toHaveAttribute('data-sticky')
  await page.evaluate(scrollTo, 5)
  await expect(header).toHaveAttribute('data-sticky')
  await page.evaluate(scrollTo, 900)
  const logo = header.getByRole('link', { name: az('common.nav.home') })
  await expect(logo, 'still there after a long way down').toBeInViewport()
  await page.evaluate(scrollTo, 0)
  await expect(header).not.toHaveAttribute('data-sticky')
})

test('a page opened by its address starts at its top, and a reload stays where it was', async ({ shop, page, catalogue }) => {
  await shop.open(paths.home())
  await page.evaluate(scrollTo, 900)
  await shop.open(paths.category(catalogue.big.slug))
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(shop.cards().last()).toBeAttached()
  await page.evaluate(scrollTo, 700)
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
})

test('the app banner opens the store of the device and stays away once closed', async ({ shop, page, browser, baseURL }) => {
  await shop.open(paths.home())
  const banner = page.getByRole('complementary', { name: az('common.app.label') })
  const link = banner.getByRole('link', { name: az('common.app.get') })
  await expect(link).toHaveAttribute('href', appLinks.android)
  await banner.getByRole('button', { name: az('common.app.hide') }).click()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(shop.heading()).toBeVisible()
  await expect(banner).toBeHidden()

  const iphone = await browser.newPage({ ...(baseURL && { baseURL }), userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
  await iphone.goto('/')
  await expect(iphone.getByRole('link', { name: az('common.app.get') })).toHaveAttribute('href', appLinks.ios)
  await iphone.close()
})

test('support is a message or a mail away, as the settings say', async ({ shop, page, request, isPhone }) => {
  const { data } = (await (await request.get('/api/v1/settings')).json()) as { data: Schemas['SiteSettings'] }
  const chat = `https://wa.me/${data.contact.whatsapp.replace(/\D/g, '')}`
  await shop.open(paths.home())
  await expect(page.getByRole('link', { name: az('common.chat') })).toHaveAttribute('href', chat)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: data.contact.email })).toHaveAttribute('href', `mailto:${data.contact.email}`)
  await expect(footer.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', appLinks.ios)
  if (!isPhone) await expect(page.getByRole('link', { name: data.contact.email }).first()).toBeInViewport()
})

test('no link of the home page is dead', async ({ shop, page, request }) => {
  await shop.open(paths.home())
  await expect(page.getByRole('contentinfo')).toBeAttached()
  const addresses = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
  expect(addresses.length).toBeGreaterThan(30)
  const answers = await Promise.all(addresses.map(async (address) => ({ address, status: (await request.get(address)).status() })))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('search finds, remembers what was asked, and helps when there is nothing', async ({ shop, page, isPhone }) => {
  test.skip(isPhone, 'phones have a panel for it, tested on its own')
  await shop.open(paths.home())
  const box = shop.banner().getByRole('combobox', { name: az('common.search.label') })
  await box.fill('buket')
  await box.press('Enter')
  await shop.isAt(paths.search('buket'))
  await expect(shop.cards().first()).toBeVisible()
  await expect(box).toHaveValue('buket')

  await box.fill('qwxzqwxz')
  await box.press('Enter')
  await expect(page.getByRole('heading', { name: az('catalog.search.none') })).toBeVisible()
  await shop.main().getByRole('link').first().click()
  await shop.isAt(/\/kateqoriya\//)
})
