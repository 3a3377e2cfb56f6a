import { readFileSync } from 'node:fs'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { Guard } from './guard'
import { openBackOffice } from './placed-orders'
import type { Shop } from './shop'

interface Payload {
  name: string
  text: string
}

/** Injection payloads for text fields. The tests of the services read the same file. */
export const PAYLOADS = JSON.parse(readFileSync(new URL('payloads.json', import.meta.url), 'utf8')) as Payload[]

export const SCRIPT = '<script>alert(1)</script>'

/** Joins the payloads into as few texts of at most `maxLength` characters as possible. */
export function packPayloads(maxLength: number, payloads = PAYLOADS): string[] {
  const texts: string[] = []
  for (const { text } of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + text.length < maxLength) texts[texts.length - 1] = `${last}\n${text}`
    else if (text.length <= maxLength) texts.push(text)
  }
  return texts
}

/**
 * Records dialogs and popups that an injected script would open. Violations of the content security policy are console errors, which the
 * guard reports.
 */
export function watchDialogs(page: Page) {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void seen.push(popup.url()))
  return { expectNoDialogs: () => expect(seen, 'dialogs and windows').toEqual([]) }
}

/** Asserts that no element contains scripts, script URLs or frames. */
export async function expectNothingForeign(page: Page) {
  const foreign = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const names = element.getAttributeNames()
        const leads = ['href', 'src', 'action', 'formaction', 'data'].map((name) => element.getAttribute(name) ?? '')
        return (
          names.some((name) => name.startsWith('on')) ||
          leads.some((address) => /^\s*(javascript|vbscript|data:text)/i.test(address)) ||
          /^(iframe|object|embed|base|marquee|frameset|applet)$/i.test(element.tagName)
        )
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect(foreign).toEqual([])
}

/** Lets an operator look at the result, in a browser context with its own guard. */
export async function inBackOffice(
  browser: Browser,
  request: APIRequestContext,
  by: Shop,
  look: (admin: Shop) => Promise<void>,
  expected: RegExp[] = [],
) {
  const { admin, close } = await openBackOffice(browser, request, by.isPhone)
  const guard = new Guard(admin.page.context(), new URL(by.page.url()).origin)
  guard.allow(...expected)
  const { expectNoDialogs } = watchDialogs(admin.page)
  await look(admin)
  expectNoDialogs()
  guard.expectNoComplaints()
  await close()
}
