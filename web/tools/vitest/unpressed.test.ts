import { expect, it } from 'vitest'
import { difference } from './unpressed'

const set = (...names: string[]) => new Set(names)

it('a button that no test presses is reported', () => {
  expect(difference(set('a', 'b'), set('a'), [])).toEqual({ added: ['b'], outdated: [] })
})

it('a known one is not, until a test presses it', () => {
  expect(difference(set('a', 'b'), set('a'), ['b'])).toEqual({ added: [], outdated: [] })
  expect(difference(set('a', 'b'), set('a', 'b'), ['b'])).toEqual({ added: [], outdated: ['b'] })
  expect(difference(set('a'), set('a'), ['b'])).toEqual({ added: [], outdated: [] })
})
