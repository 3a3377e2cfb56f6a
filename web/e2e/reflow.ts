import type { Page } from '@playwright/test'

/** WCAG 1.4.10 requires that pages fit into 320 pixels. */
const NARROW = { width: 320, height: 640 }

/** Returns what makes a narrow page scroll horizontally, or nothing if it fits. */
export async function describeOverflow(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize(NARROW)
  const overflow = await page.evaluate(async () => {
    await document.fonts.ready
    // Scripts notice the new width in the first frame, and the second shows their changes.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const viewportWidth = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= viewportWidth) return []
    // Content that a clipping or scrolling parent cuts off does not widen the page.
    const isClipped = (element: Element): boolean =>
      element.parentElement !== null &&
      element.parentElement !== document.body &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' || isClipped(element.parentElement))
    // One pixel more is rounding.
    const overflowingElements = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > viewportWidth + 1 && !isClipped(element))
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60)}`)
    return [`${document.documentElement.scrollWidth} px wide`, ...overflowingElements].slice(0, 5)
  })
  if (size) await page.setViewportSize(size)
  return overflow
}
