// Checks that a page fits a narrow screen without horizontal scrolling.

import type { Page } from '@playwright/test'

/** WCAG 1.4.10 requires that content fits into 320 CSS pixels without horizontal scrolling. */
const NARROW = { width: 320, height: 640 }

/**
 * Narrows the page to 320 px, and describes what makes it scroll horizontally: the width of the document and at most four elements that
 * overflow to the right. Returns nothing if the page fits. Restores the size at the end.
 */
export async function describeOverflow(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize(NARROW)
  const overflow = await page.evaluate(async () => {
    await document.fonts.ready
    // In the first frame, scripts notice the new width. The second frame shows their changes.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const viewportWidth = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= viewportWidth) return []
    const isClipped = (element: Element): boolean =>
      element.parentElement !== null &&
      element.parentElement !== document.body &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' || isClipped(element.parentElement))
    const overflowingElements = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > viewportWidth + 1 && !isClipped(element))
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60)}`)
    return [`${document.documentElement.scrollWidth} px wide`, ...overflowingElements].slice(0, 5)
  })
  if (size) await page.setViewportSize(size)
  return overflow
}
