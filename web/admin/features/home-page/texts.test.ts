// Checks statements of the texts that components insert values into, or that depend on code of the shop.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import az from '../../../locales/az/adminHome.json' with { type: 'json' }
import en from '../../../locales/en/adminHome.json' with { type: 'json' }
import ru from '../../../locales/ru/adminHome.json' with { type: 'json' }

describe('Azerbaijani texts', () => {
  it('put times into a complete sentence', () => {
    expect(az.state.later).toBe('{time} tarixindən görünəcək')
    expect(az.state.until).toBe('{time} tarixinədək görünür')
    expect(az.preview.ready).toContain('saat {time}-dək açılır')
  })

  it('have no suffix at a place, because its vowel depends on the number', () => {
    expect(az.moved).not.toMatch(/\}-/)
  })
})

it('Russian texts name the time zone in a phrase', () => {
  for (const hint of [ru.schedule.hint, ru.preview.atHint]) expect(hint).toMatch(/по бакинскому времени/i)
})

describe.each([
  ['az', az.about],
  ['ru', ru.about],
  ['en', en.about],
])('the texts about sections in %s', (_, about) => {
  it('say how many products a shelf needs', () => {
    const shelf = readFileSync('src/features/catalog/components/shelf.tsx', 'utf8')
    const [, minimum = '?'] = /MIN_PRODUCTS = (\d+)/.exec(shelf) ?? []
    expect(about.shelf).toContain(minimum)
  })

  it('say that links to missing categories are not shown', () => {
    for (const text of [about.tiles, about.links]) expect(text).toMatch(/görünmür|не видна|not shown/)
  })
})
