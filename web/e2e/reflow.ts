import type { Page } from '@playwright/test'

/** WCAG 1.4.10: content fits 320 CSS pixels without horizontal scrolling. */
const NARROW = { width: 320, height: 640 }

/** Narrows the page to 320 px and returns at most five elements that overflow to the right. Restores the size. */
export async function overflowing(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize(NARROW)
  const overflow = await page.evaluate(async () => {
    await document.fonts.ready
    // The first frame runs the media queries of scripts, the second paints what they changed.
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
