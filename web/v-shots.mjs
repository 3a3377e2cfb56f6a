import { chromium } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
const user = { id: 7, firstName: 'Aysel', lastName: 'Məmmədova', code: '104729', email: 'aysel@example.az', phoneNumber: '+994501234567', isBlogger: false, emailVerified: true, roles: ['operator'], language: 'az' }
const auth = { state: { user, accessToken: 'access-1', refreshToken: 'refresh-1', isAuthenticated: true }, version: 0 }
const PAGES = { stores: '/magazalar', store: '/magazalar/gul-evi', campaign: '/kampaniya/1', planned: '/ru/kampaniya/2', subs: '/profil/abunelikler', list: '/profil/bildirisler', prefs: '/profil/bildirisler/ayarlar', prefsen: '/en/profil/bildirisler/ayarlar', unsub: '/bildiris/imtina?token=good', desk: '/idare/kampaniyalar', desknew: '/idare/kampaniyalar/1', deskplanned: '/ru/idare/kampaniyalar/2', favs: '/beyendiklerim' }
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] })
const only = process.argv[2]?.split(',')
for (const [size, width, height, dark] of [['wide', 1440, 900, false], ['phone', 390, 844, true]]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', locale: 'az-AZ', reducedMotion: 'reduce' })
  await context.addInitScript((auth) => localStorage.setItem('sovqat', JSON.stringify({ auth, appBanner: { state: { isHidden: true }, version: 0 } })), auth)
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)))
  page.on('pageerror', (e) => console.log('pageerror', String(e).slice(0, 300)))
  for (const [name, path] of Object.entries(PAGES)) {
    if (only && !only.includes(name)) continue
    try {
      await page.goto(`http://localhost:5179${path}`, { timeout: 40000 })
      await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 20000 })
      await page.waitForTimeout(700)
      await page.screenshot({ path: `/tmp/v-shots/${name}-${size}.png`, fullPage: true })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      console.log(name, size, overflow ? 'SIDEWAYS' : '', violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`).join(' | ') || 'clean')
    } catch (e) { console.log(name, size, 'FAILED', String(e).slice(0, 200)) }
  }
  await context.close()
}
await browser.close()
