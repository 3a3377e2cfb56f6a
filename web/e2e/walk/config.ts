// Configures the walk, one long test in which an owner sets up an empty shop and sells. `walk.sh` runs it.

import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** A busy machine needs more time. */
const PATIENCE_MS = Number(process.env.PATIENCE_SECONDS ?? 60) * 1000

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'walk.ts',
  workers: 1,
  timeout: 60 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  projects: [
    {
      name: 'walk',
      use: { viewport: { width: 1440, height: 900 }, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS },
    },
  ],
})
