import { expect, it } from 'vitest'
import { difference } from './unpressed'

const set = (...names: string[]) => new Set(names)

it('a button that no test presses is reported', () => {
  expect(difference(set('a', 'b'), set('a'), [])).toEqual({ added: ['b'], outdated: [] })
})

it('a button in the list of known ones is not reported, but the entry is outdated once a test presses it', () => {
  expect(difference(set('a', 'b'), set('a'), ['b'])).toEqual({ added: [], outdated: [] })
  expect(difference(set('a', 'b'), set('a', 'b'), ['b'])).toEqual({ added: [], outdated: ['b'] })
  expect(difference(set('a'), set('a'), ['b'])).toEqual({ added: [], outdated: [] })
})
