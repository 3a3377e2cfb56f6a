// Waits for hydration: the moment at which the app takes over the HTML that the gateway has rendered.

import type { Page } from '@playwright/test'

/** Waits until the app has hydrated the document. Before that, buttons do not react. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((name) => name.startsWith('__reactContainer'))
  })

/** Makes `goto` and `reload` of the page wait for hydration, and returns the same page. */
export function withHydration(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...args) => {
    const response = await goto(...args)
    await waitForHydration(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await waitForHydration(page)
    return response
  }
  return page
}
