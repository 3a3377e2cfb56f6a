import type { Page } from '@playwright/test'

/** Waits until the app has hydrated the document: a test is faster than any person. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((name) => name.startsWith('__reactContainer'))
  })

/** Makes `goto` and `reload` wait for hydration. */
export function withHydration(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...to) => {
    const response = await goto(...to)
    await waitForHydration(page)
    return response
  }
  page.reload = async (...how) => {
    const response = await reload(...how)
    await waitForHydration(page)
    return response
  }
  return page
}
