// A page state is a page with what is open or entered on it, such as a dialog. states.ts and admin-states.ts list them.

import { expect, type Page } from '@playwright/test'
import { inLocale, type Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'
import type { Device } from './coverage'
import type { Shop } from './shop'
import { texts } from './texts'

interface PageState {
  path: string
  /** Brings the opened page into the state. */
  reach?: (opened: OpenedPage) => Promise<unknown>
  /** The only device that has this state. */
  device?: Device
  /** Whether to check the colours of header and footer, too. */
  withHeaderAndFooter?: true
  /** The selector of the part to check. Elements that an overlay half covers would count as too small. */
  within?: string
  /** The status of the document, by default 200. */
  status?: number
}

/** A string is the path of a state that needs no action. */
export type PageStates = Record<string, string | PageState>

export interface OpenedPage {
  shop: Shop
  t: Translate
  locale: Locale
}

export async function openState(shop: Shop, { path, reach, status = 200 }: PageState, locale: Locale) {
  // Pictures need not be loaded, because they have fixed sizes.
  const response = await shop.page.goto(inLocale(locale, path) || '/', { waitUntil: 'domcontentloaded' })
  expect(response?.status(), path).toBe(status)
  await expect(shop.heading()).toBeVisible()
  await loadToEnd(shop.page)
  await reach?.({ shop, t: texts(locale), locale })
}

/** Some sections load only when they come near the window. */
const loadToEnd = (page: Page) =>
  page.evaluate(async () => {
    const isWaiting = () =>
      [...document.querySelectorAll('.skeleton')].some((skeleton) => skeleton.checkVisibility({ visibilityProperty: true }))
    const deadlineMs = performance.now() + 15_000
    // A skeleton appears a few frames after its section comes near, so one frame without any is not enough.
    let calmFrames = 0
    while (calmFrames < 3) {
      if (performance.now() > deadlineMs) throw new Error('some skeletons stay')
      window.scrollTo(0, document.body.scrollHeight)
      await new Promise(requestAnimationFrame)
      calmFrames = isWaiting() ? 0 : calmFrames + 1
    }
    window.scrollTo(0, 0)
  })
