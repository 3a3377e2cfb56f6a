// Hydration: the app takes over the HTML of the server. Before it, buttons do not react.

import type { Page } from '@playwright/test'

export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    // Pages of other sites, such as the bank, have no root.
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((name) => name.startsWith('__reactContainer'))
  })

/** Changes the page so that opening and reloading wait for the hydration. */
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
