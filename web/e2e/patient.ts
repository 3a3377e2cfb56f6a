import type { Page } from '@playwright/test'

/** Waits until the app has hydrated the document: a test is faster than any person. */
export const listens = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((name) => name.startsWith('__reactContainer'))
  })

/** Makes `goto` and `reload` wait for hydration. */
export function patient(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...to) => {
    const response = await goto(...to)
    await listens(page)
    return response
  }
  page.reload = async (...how) => {
    const response = await reload(...how)
    await listens(page)
    return response
  }
  return page
}
