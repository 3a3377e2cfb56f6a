// Configures the walk: one long test in which the owner of a new, empty shop sets it up and sells. `walk.sh` starts such a shop and runs
// it.

import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** How long the walk waits for a page. On a machine that is busy with other work, raise it. */
const PATIENCE_MS = Number(process.env.PATIENCE_SECONDS ?? 60) * 1000

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'walk.ts',
  workers: 1,
  // The walk is one test. A person would need about 20 minutes for it, and the script needs about one.
  timeout: 60 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  projects: [
    {
      name: 'walk',
      use: { viewport: { width: 1440, height: 900 }, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS },
    },
  ],
})
