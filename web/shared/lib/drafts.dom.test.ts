import { beforeEach, expect, it, vi } from 'vitest'
import { drafts } from './drafts'

const EMPTY = { text: '' }

beforeEach(() => sessionStorage.clear())

it('a draft is kept until it is sent, and the others stay', () => {
  drafts.keep('review 1', { text: 'Çox gözəl' })
  drafts.keep('review 2', { text: 'Pis deyil' })
  drafts.keep('review 1', { text: 'Çox gözəl idi' })
  expect(drafts.read('review 1', EMPTY)).toEqual({ text: 'Çox gözəl idi' })
  drafts.drop('review 1')
  expect([drafts.read('review 1', EMPTY), drafts.read('review 2', EMPTY)]).toEqual([EMPTY, { text: 'Pis deyil' }])
})

it('all drafts are removed at sign-out', () => {
  drafts.keep('review 1', { text: 'Çox gözəl' })
  drafts.dropAll()
  expect(drafts.read('review 1', EMPTY)).toEqual(EMPTY)
})

it.each(['', 'null', '{', '"x"'])('invalid stored text (%s) is ignored', (kept) => {
  sessionStorage.setItem('sovqat-drafts', kept)
  expect(drafts.read('review 1', EMPTY)).toEqual(EMPTY)
})

it('a forbidden storage loses only the draft', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(() => drafts.keep('review 1', {})).not.toThrow()
})
