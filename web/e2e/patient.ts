import type { Page } from '@playwright/test'

/** Until the app has taken over what the gateway wrote: one sees a page before it listens, and no person is as fast as a test. */
export const listens = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((name) => name.startsWith('__reactContainer'))
  })

/** A page whose documents are there when they listen. */
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
