import { beforeEach, expect, it } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { recent, useRecent } from './recent'

const texts = () => useRecent.getState().texts

beforeEach(recent.clear)

it('keeps the newest first, each once, and no more than eight', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) recent.add(text)
  expect(texts()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b'])
  recent.add('E')
  expect(texts()).toEqual(['E', 'i', 'h', 'g', 'f', 'd', 'c', 'b'])
})

it('forgets one, or all', () => {
  recent.add('gül')
  recent.add('tort')
  recent.remove('gül')
  expect(texts()).toEqual(['tort'])
  recent.clear()
  expect(texts()).toEqual([])
})

it('stays on the device over a reload', () => {
  recent.add('gül')
  expect(localStorage.getItem('sovqat')).toContain('gül')
})

it('leaves nothing for whoever uses the device after signing out', () => {
  auth.renewed({ accessToken: 'a', refreshToken: 'b' })
  recent.add('sürpriz')
  auth.cleared()
  expect(texts()).toEqual([])
})
