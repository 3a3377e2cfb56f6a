import { expect, type Page } from '@playwright/test'
import { inLocale, type Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import type { Device } from './coverage'
import type { Shop } from './shop'
import { texts } from './texts'

/** A page, and what is done on it before it is looked at. */
interface PageState {
  path: string
  /** Brings the opened page into the state, and waits until it is there. */
  reach?: (at: Visited) => Promise<unknown>
  /** The only device that has this state. Without it, coverage.ts chooses one by the state's name. */
  device?: Device
  /** Checks the colours of header and footer as well. They are the same on every page, so a few states do. */
  isFramed?: true
  /** Looks at this part only: what an overlay half covers is too small a target while it is open. */
  within?: string
  /** Of the document; 200 without it. */
  status?: number
}

/** By name, which appears in reports; a state that needs no action is just its path. */
export type PageStates = Record<string, string | PageState>

interface Visited {
  shop: Shop
  t: Translate
  locale: Locale
}

/** Opens a state's page in a language, waits until everything on it has loaded, and brings it into the state. */
export async function opensState(shop: Shop, { path, reach, status = 200 }: PageState, locale: Locale) {
  // Pictures have their sizes and need not be there; scripts and styles are.
  const response = await shop.page.goto(inLocale(locale, path) || '/', { waitUntil: 'domcontentloaded' })
  expect(response?.status(), path).toBe(status)
  await expect(shop.heading()).toBeVisible()
  await loadsToTheEnd(shop.page)
  await reach?.({ shop, t: texts(locale), locale })
}

/** Scrolls down until no skeleton is left, since what is far below loads when it comes near, and back to the top. */
const loadsToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    const isWaiting = () => [...document.querySelectorAll('.skeleton')].some((one) => one.checkVisibility({ visibilityProperty: true }))
    const deadline = performance.now() + 15_000
    // A section that comes near shows its skeleton in the next frames.
    for (let calm = 0; calm < 3; calm = isWaiting() ? 0 : calm + 1) {
      if (performance.now() > deadline) throw new Error('some skeletons stay')
      window.scrollTo(0, document.body.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
    window.scrollTo(0, 0)
  })
