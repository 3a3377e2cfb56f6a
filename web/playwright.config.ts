import { defineConfig, devices } from '@playwright/test'
import { IS_FULL, fullRunOn, defaultRunOn } from './e2e/coverage'

// Tests run against a running shop, started by `cargo verify` or `cargo up`.
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8080'

// Simulates a returning visitor: notices of a first visit disturb most tests.
const BEEN_HERE = { appBanner: { state: { wasModalShown: true }, version: 0 }, consent: { state: { choice: 'necessary' }, version: 0 } }

export default defineConfig({
  testDir: 'e2e',
  // Each worker needs a tester account of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On a busy machine, pages take five times as long.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON ? [['json', { outputFile: process.env.PLAYWRIGHT_JSON }] as const] : [])],
  use: {
    baseURL: BASE_URL,
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(BASE_URL).origin, localStorage: [{ name: 'sovqat', value: JSON.stringify(BEEN_HERE) }] }],
    },
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    locale: 'az-AZ',
    timezoneId: 'Asia/Baku',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // `page.route` does not see the requests of a page that a service worker controls.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'desktop',
      ...(IS_FULL ? fullRunOn('desktop') : defaultRunOn('desktop')),
      testIgnore: '**/*.phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      ...(IS_FULL ? fullRunOn('phone') : defaultRunOn('phone')),
      testIgnore: '**/*.desktop.spec.ts',
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1, viewport: { width: 390, height: 844 } },
    },
  ],
})
