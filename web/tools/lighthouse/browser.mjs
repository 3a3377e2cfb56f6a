// One Chromium for all pages, and how Lighthouse looks at one with it: as somebody on a phone who has never been here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

// Those of playwright.config.ts.
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-component-update']

/** With a browser that writes its reports into `folder`. */
export async function withBrowser(folder, use) {
  const chrome = await launch({ chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    return await use(new Browser(chrome.port, folder))
  } finally {
    chrome.kill()
  }
}

class Browser {
  constructor(port, folder) {
    this.port = port
    this.folder = folder
  }

  /** A report, which is written down as well. */
  async report(page, url, name, { categories, isLineSlow = false }) {
    const flags = {
      port: this.port,
      logLevel: 'error',
      onlyCategories: categories,
      disableFullPageScreenshot: true,
      // Simulated is worked out from one quick visit; with the other the browser really waits.
      throttlingMethod: isLineSlow ? 'devtools' : 'simulate',
      ...standing(page),
    }
    const { lhr } = await lighthouse(url, flags)
    writeFileSync(join(this.folder, `${name}.json`), JSON.stringify(lhr, undefined, 2))
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return lhr
  }
}

/** What is meant to be as it is costs a page nothing: that search engines leave it out, or that it is not there at all. */
function standing({ isIndexed, isThere }) {
  const skipAudits = [...(isIndexed ? [] : ['is-crawlable']), ...(isThere ? [] : NOT_THERE)]
  return { ...(skipAudits.length > 0 && { skipAudits }), ignoreStatusCode: !isThere }
}
/** The browser itself writes a 404 into the console. */
const NOT_THERE = ['http-status-code', 'errors-in-console']
