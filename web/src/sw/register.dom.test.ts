import { beforeEach, expect, it } from 'vitest'
import { LOCALES } from '~shared/i18n/locale'
import { makeInstallable } from './register'

beforeEach(() => document.head.replaceChildren())

it.each(LOCALES)('a page in %s links the manifest of its language, once', (locale) => {
  makeInstallable(locale)
  makeInstallable(locale)
  const links = [...document.querySelectorAll('link[rel=manifest]')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/manifest-${locale}.webmanifest`])
})
