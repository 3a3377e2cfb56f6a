// Hostile texts (payloads), and checks that a page shows them without running or inserting anything.

import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { Guard } from './guard'
import { openBackOffice } from './placed-orders'
import type { Shop } from './shop'

interface Payload {
  name: string
  text: string
}

/** The tests of the services read the same file. */
export const PAYLOADS = JSON.parse(readFileSync(new URL('payloads.json', import.meta.url), 'utf8')) as Payload[]

export const SCRIPT = '<script>alert(1)</script>'

/** Joins the payloads to as few texts of at most `maxLength` characters as their order allows. Leaves out longer payloads. */
export function packPayloads(maxLength: number, payloads = PAYLOADS): string[] {
  const texts: string[] = []
  for (const { text } of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + text.length < maxLength) texts[texts.length - 1] = `${last}\n${text}`
    else if (text.length <= maxLength) texts.push(text)
  }
  return texts
}

/** An injected script would open dialogs and popups. */
export function watchDialogs(page: Page) {
  const openedWindows: string[] = []
  page.on('dialog', (dialog) => {
    openedWindows.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void openedWindows.push(popup.url()))
  return { expectNoDialogs: () => expect(openedWindows, 'dialogs and windows').toEqual([]) }
}

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

/** Inspects pages of the back office, and expects no complaint but `allowed`. */
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
