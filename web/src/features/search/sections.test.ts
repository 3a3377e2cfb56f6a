// Tests of the list below the search box.

import { describe, expect, it } from 'vitest'
import { roots } from '~mock/catalogue'
import { partsOf, sectionsOf, stepTo } from './sections'

const tree = roots('az')
const noSuggestions = { products: [], categories: [], stores: [], queries: [], isFallback: false }
const kinds = (typed: string, recent: string[], suggestions = noSuggestions) =>
  sectionsOf('list', { typed, recent, tree, suggestions }).map(({ kind }) => kind)

describe('the list under the search box', () => {
  it('starts with recent searches, popular searches and categories', () => {
    expect(kinds('', ['gül'], { ...noSuggestions, queries: ['tort'] as never[] })).toEqual(['recent', 'popular', 'categories'])
    expect(kinds('', [])).toEqual(['categories'])
  })

  it('offers suggestions from two letters on, and always the search itself', () => {
    expect(kinds('g', [])).toEqual(['categories'])
    expect(kinds('gü', ['gül'])).toEqual(['all'])
    expect(
      kinds('gü', [], { ...noSuggestions, queries: ['gül'] as never[], categories: [{ id: 1, name: 'Güllər', slug: 'gul' }] as never[] }),
    ).toEqual(['queries', 'categories', 'all'])
  })

  it('shows popular searches and categories when nothing matches', () => {
    const fallback = {
      ...noSuggestions,
      queries: ['tort'] as never[],
      products: [{ name: 'Tort', slug: 'tort' }] as never[],
      isFallback: true,
    }
    expect(kinds('xyz', ['gül'], fallback)).toEqual(['popular', 'categories', 'products', 'all'])
  })

  it('does not repeat recent searches', () => {
    const sections = sectionsOf('list', {
      typed: '',
      recent: ['tort'],
      tree: [],
      suggestions: { ...noSuggestions, queries: ['tort', 'gül'] },
    })
    expect(sections.map(({ options }) => options.map(({ text }) => text))).toEqual([['tort'], ['gül']])
  })
})

it('arrow keys wrap around via the input', () => {
  const [section] = sectionsOf('list', { typed: '', recent: ['a', 'b'], tree: [], suggestions: noSuggestions })
  const options = section?.options ?? []
  const [a, b] = ['list-recent-/axtaris/a', 'list-recent-/axtaris/b']
  const down = (from: string | null) => stepTo(options, from, 1)
  expect([down(null), down(a), down(b)]).toEqual([a, b, null])
  expect(stepTo(options, null, -1)).toBe(b)
  expect(stepTo([], null, 1)).toBeNull()
  expect(stepTo(options, 'gone', 1), 'the chosen option may have been removed').toBe(a)
})

/** Puts brackets around the part that was not typed. */
const marked = (label: string, typed: string) =>
  partsOf(label, typed)
    .map(({ text, isTyped }) => (isTyped ? text : `[${text}]`))
    .join('')

it.each([
  ['buketlər', 'buk', 'buk[etlər]'],
  ['Qızılgül buketi', 'qizilgul b', 'Qızılgül[ ]b[uketi]'],
  ['HƏDİYYƏ qutusu', 'hediyye', 'HƏDİYYƏ[ qutusu]'],
  ['подарок маме', 'мам', '[подарок ]мам[е]'],
  ['мёд липовый', 'мед', 'мёд[ липовый]'],
  ['ad günü', 'tort', '[ad günü]'],
  ['Şirin ev', '  şi  ', 'Şi[rin ev]'],
  ['qara şokolad', 'okolad', '[qara şokolad]'],
  ['😀 smile', 'sm', '[😀 ]sm[ile]'],
  ['a.b', 'b', '[a.]b'],
  ['', 'x', ''],
])('%s after typing %s is %s', (label, typed, expected) => expect(marked(label, typed)).toBe(expected))
