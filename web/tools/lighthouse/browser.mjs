// Runs Lighthouse in one Chromium, as a first-time visitor on a phone.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

// The same flags as in playwright.config.ts.
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-component-update']

export async function withBrowser(folder, run) {
  const chrome = await launch({ chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    return await run(new Browser(chrome.port, folder))
  } finally {
    chrome.kill()
  }
}

class Browser {
  constructor(port, folder) {
    this.port = port
    this.folder = folder
  }

  async report(page, url, name, { categories, isLineSlow = false }) {
    const flags = {
      port: this.port,
      logLevel: 'error',
      onlyCategories: categories,
      disableFullPageScreenshot: true,
      // `simulate` calculates the times of a slow phone; `devtools` really slows the connection down.
      throttlingMethod: isLineSlow ? 'devtools' : 'simulate',
      ...ignoredAudits(page),
    }
    const { lhr } = await lighthouse(url, flags)
    writeFileSync(join(this.folder, `${name}.json`), JSON.stringify(lhr, undefined, 2))
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return lhr
  }
}

/** Skips audits which a page fails on purpose. */
function ignoredAudits({ isIndexed, isThere }) {
  const skipAudits = [...(isIndexed ? [] : ['is-crawlable']), ...(isThere ? [] : FAILED_BY_404)]
  return { ...(skipAudits.length > 0 && { skipAudits }), ignoreStatusCode: !isThere }
}
/** Audits that fail on a 404, which the browser also logs as a console error. */
const FAILED_BY_404 = ['http-status-code', 'errors-in-console']
