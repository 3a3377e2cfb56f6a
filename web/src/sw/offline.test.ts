import { describe, expect, it } from 'vitest'
import { kindOf, pageFor } from './offline'

const FILES = ['/offline-az.html', '/assets/onest-latin-1.woff2']
const kindOfRequest = (url: string, mode: RequestMode, destination: RequestDestination = '') =>
  kindOf({ url: `https://sovqat.example${url}`, mode, destination }, FILES)

describe('the worker', () => {
  it('handles navigations, and the fonts of the offline page', () => {
    expect(kindOfRequest('/mehsullar/nar', 'navigate', 'document')).toBe('page')
    expect(kindOfRequest('/assets/onest-latin-1.woff2', 'cors', 'font')).toBe('font')
  })

  it.each([
    ['/api/v1/product/all', 'cors', ''],
    ['/api/v1/vitals', 'no-cors', ''],
    ['/media/1/640.webp', 'no-cors', 'image'],
    ['/assets/index-1.js', 'cors', 'script'],
    ['/assets/other-1.woff2', 'cors', 'font'],
    ['/offline-az.html', 'cors', ''],
  ] as const)('leaves %s to the browser', (url, mode, destination) => {
    expect(kindOfRequest(url, mode, destination)).toBe('other')
  })

  it.each([
    ['/', '/offline-az.html'],
    ['/ru', '/offline-ru.html'],
    ['/en/sebet', '/offline-en.html'],
  ])('shows the offline page of %s in its language', (pathname, page) => {
    expect(pageFor(pathname)).toBe(page)
  })
})
