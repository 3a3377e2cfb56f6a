// Defines page states and opens them. A page state is a page with what is open or entered on it; states.ts lists them and axe.spec.ts
// checks them.

import { expect, type Page } from '@playwright/test'
import { inLocale, type Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import type { Device } from './coverage'
import type { Shop } from './shop'
import { texts } from './texts'

/** A page, and the action that brings the page into the state to check. */
interface PageState {
  path: string
  /** Brings the opened page into the state, such as by opening a dialog, and waits until the state is reached. */
  reach?: (opened: OpenedPage) => Promise<unknown>
  /** The only device that has this state. Without it, coverage.ts chooses one by the state's name. */
  device?: Device
  /** Checks the colours of header and footer as well. They are the same on every page, so a few states check them for all. */
  isFramed?: true
  /** Selector of the part to check. Other parts may be half covered by an overlay, and their targets would count as too small. */
  within?: string
  /** The expected status of the document, by default 200. */
  status?: number
}

/** States by name, which reports show. A state that needs no action is just its path. */
export type PageStates = Record<string, string | PageState>

/** The page in the browser, with the texts of its language. */
interface OpenedPage {
  shop: Shop
  t: Translate
  locale: Locale
}

/** Opens the page of a state in a language, waits until everything on the page has loaded, and brings the page into the state. */
export async function openState(shop: Shop, { path, reach, status = 200 }: PageState, locale: Locale) {
  // Scripts and styles must be loaded. Pictures need not be, because they have fixed sizes.
  const response = await shop.page.goto(inLocale(locale, path) || '/', { waitUntil: 'domcontentloaded' })
  expect(response?.status(), path).toBe(status)
  await expect(shop.heading()).toBeVisible()
  await loadToEnd(shop.page)
  await reach?.({ shop, t: texts(locale), locale })
}

/**
 * Scrolls down until no skeleton (the placeholder of a part that is loading) is left, because some sections load only when they come near
 * the window. Then scrolls back to the top.
 */
const loadToEnd = (page: Page) =>
  page.evaluate(async () => {
    const isWaiting = () =>
      [...document.querySelectorAll('.skeleton')].some((skeleton) => skeleton.checkVisibility({ visibilityProperty: true }))
    const deadline = performance.now() + 15_000
    // A section shows its skeleton a few frames after it comes near.
    for (let calmFrames = 0; calmFrames < 3; calmFrames = isWaiting() ? 0 : calmFrames + 1) {
      if (performance.now() > deadline) throw new Error('some skeletons stay')
      window.scrollTo(0, document.body.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
    window.scrollTo(0, 0)
  })
