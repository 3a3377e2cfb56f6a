import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** How long the walk waits for a page. On a machine that is busy with other work, raise it. */
const PATIENCE_MS = Number(process.env.PATIENCE_SECONDS ?? 60) * 1000

/** The walk of a new owner, which needs an empty shop. `walk.sh` starts one and runs it. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'walk.ts',
  workers: 1,
  // The walk is one test of about 20 minutes of a person, and one of a script.
  timeout: 60 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  projects: [
    {
      name: 'walk',
      use: { viewport: { width: 1440, height: 900 }, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS },
    },
  ],
})
