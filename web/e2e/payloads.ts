// Provides hostile texts, and checks that a page shows them as plain text.

import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { Guard } from './guard'
import { openBackOffice } from './placed-orders'
import type { Shop } from './shop'

interface Payload {
  name: string
  text: string
}

/** Texts that run a script, open a frame or break a query if a program inserts them unescaped. Tests of the services read the same file. */
export const PAYLOADS = JSON.parse(readFileSync(new URL('payloads.json', import.meta.url), 'utf8')) as Payload[]

/** The simplest payload. */
export const SCRIPT = '<script>alert(1)</script>'

/** Joins the payloads, in their order, to texts of at most `maxLength` characters. Leaves out longer payloads. */
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
  const openedWindows: string[] = []
  page.on('dialog', (dialog) => {
    openedWindows.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void openedWindows.push(popup.url()))
  return { expectNoDialogs: () => expect(openedWindows, 'dialogs and windows').toEqual([]) }
}

/** Asserts that no element has an event handler or a script URL, and that there are no frames or objects. */
export async function expectNoInjectedElements(page: Page) {
  const injected = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const names = element.getAttributeNames()
        const addresses = ['href', 'src', 'action', 'formaction', 'data'].map((name) => element.getAttribute(name) ?? '')
        return (
          names.some((name) => name.startsWith('on')) ||
          addresses.some((address) => /^\s*(javascript|vbscript|data:text)/i.test(address)) ||
          /^(iframe|object|embed|base|marquee|frameset|applet)$/i.test(element.tagName)
        )
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect(injected).toEqual([])
}

/** Runs `inspect` as an operator, in a browser context with a separate guard that allows the console errors in `allowed`. */
export async function inBackOffice(browser: Browser, shopper: Shop, inspect: (admin: Shop) => Promise<void>, allowed: RegExp[] = []) {
  const { admin, close } = await openBackOffice(browser, shopper.isPhone)
  const guard = new Guard(admin.page.context(), new URL(shopper.page.url()).origin)
  guard.allow(...allowed)
  const { expectNoDialogs } = watchDialogs(admin.page)
  await inspect(admin)
  expectNoDialogs()
  guard.expectNoComplaints()
  await close()
}
