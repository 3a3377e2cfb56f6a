import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../shared/i18n/locale'
import { manifestOf } from './manifest.ts'
import { offlinePage } from './offline-page.ts'
import type { Words } from './words.ts'

const wordsOf = (locale: string) => JSON.parse(readFileSync(`locales/${locale}/installed.json`, 'utf8')) as Words
const MARK = readFileSync('public/favicon.svg', 'utf8')

describe.each(LOCALES)('in %s', (locale) => {
  const words = wordsOf(locale)

  it('the installed shop has the same id, and its shortcuts keep the language', () => {
    const { id, lang, start_url, shortcuts } = manifestOf(locale, words)
    const prefix = locale === 'az' ? '/' : `/${locale}`
    expect({ id, lang, start_url }).toEqual({ id: '/', lang: locale, start_url: prefix })
    for (const { name, url } of shortcuts) {
      expect(url.startsWith(prefix)).toBe(true)
      expect(name).not.toBe('')
    }
  })

  it('the offline page needs only its fonts, and runs no script', () => {
    const html = offlinePage(locale, words, ['assets/onest-az-1.woff2', 'assets/onest-latin-2.woff2'], MARK)
    const page = new DOMParser().parseFromString(html, 'text/html')
    expect(page.documentElement.lang).toBe(locale)
    expect(page.querySelector('h1')?.textContent).toBe(words.offline.title)
    expect(page.querySelector('a')?.getAttribute('href')).toBe('')
    expect(page.querySelectorAll('script, link, img, iframe')).toHaveLength(0)
    expect([...html.matchAll(/url\(([^)]*)\)/g)].map(([, url]) => url)).toEqual(['/assets/onest-az-1.woff2', '/assets/onest-latin-2.woff2'])
  })
})
