import { expect, it } from 'vitest'
import { folded, matches } from './commands'

it('Azerbaijani letters match their Latin look-alikes', () => {
  expect(folded('Sifarişlərin İdarəsi')).toBe('sifarislerin idaresi')
  expect(matches('Sifarişlərin idarəsi', 'sifaris')).toBe(true)
  expect(matches('Çatdırılmalar', 'catdir')).toBe(true)
})

it('a text matches if each typed word begins a word of the label, in any order', () => {
  expect(matches('Yeni promokod', 'promo yeni')).toBe(true)
  expect(matches('Yeni promokod', 'kod')).toBe(false)
  expect(matches('Yeni promokod', '')).toBe(true)
})
