import { expect, it } from 'vitest'
import { difference } from './unpressed'

const set = (...names: string[]) => new Set(names)

it('a button that no test presses is reported', () => {
  expect(difference({ shown: set('a', 'b'), pressed: set('a'), known: [] })).toEqual({ added: ['b'], outdated: [] })
})

it('a button in the list of known ones is not reported', () => {
  expect(difference({ shown: set('a', 'b'), pressed: set('a'), known: ['b'] })).toEqual({ added: [], outdated: [] })
})

it('a known button is outdated once a test presses it', () => {
  expect(difference({ shown: set('a', 'b'), pressed: set('a', 'b'), known: ['b'] })).toEqual({ added: [], outdated: ['b'] })
})

it('a known button that no page has shown stays in the list', () => {
  expect(difference({ shown: set('a'), pressed: set('a'), known: ['b'] })).toEqual({ added: [], outdated: [] })
})
