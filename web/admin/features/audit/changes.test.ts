import { expect, it } from 'vitest'
import { changesOf } from './changes'

it('shows only fields that differ', () => {
  expect(changesOf('{"status":"waiting","stores":[17]}', '{"status":"confirmed","stores":[17],"note":"x"}')).toEqual([
    { field: 'status', before: 'waiting', after: 'confirmed' },
    { field: 'note', before: undefined, after: 'x' },
  ])
})

it('shows values of other types than text as JSON', () => {
  expect(changesOf('{"limit":5,"on":true}', '{"limit":7,"on":null}')).toEqual([
    { field: 'limit', before: '5', after: '7' },
    { field: 'on', before: 'true', after: 'null' },
  ])
})

it('a created object has no values before, and a deleted object has none after', () => {
  expect(changesOf(undefined, '{"from":"/a"}')).toEqual([{ field: 'from', before: undefined, after: '/a' }])
  expect(changesOf('{"from":"/a"}', undefined)).toEqual([{ field: 'from', before: '/a', after: undefined }])
})

it('an entry about reading has no changes', () => expect(changesOf(undefined, undefined)).toEqual([]))

it.each(['[1]', 'not JSON', '"text"'])('shows a text that is not a JSON object as it is: %s', (text) =>
  expect(changesOf(text, '{}')).toEqual([{ field: '', before: text, after: '{}' }]),
)
