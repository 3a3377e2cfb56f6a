import { beforeEach, expect, it } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { recent, useRecent } from './recent'

const texts = () => useRecent.getState().texts

beforeEach(recent.clear)

it('keeps the eight newest, without duplicates and ignoring case', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) recent.add(text)
  expect(texts()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b'])
  recent.add('E')
  expect(texts()).toEqual(['E', 'i', 'h', 'g', 'f', 'd', 'c', 'b'])
})

it('removes one, or all', () => {
  recent.add('gül')
  recent.add('tort')
  recent.remove('gül')
  expect(texts()).toEqual(['tort'])
  recent.clear()
  expect(texts()).toEqual([])
})

it('survives a reload', () => {
  recent.add('gül')
  expect(localStorage.getItem('sovqat')).toContain('gül')
})

it('is cleared at sign-out', () => {
  auth.renewed({ accessToken: 'a', refreshToken: 'b' })
  recent.add('sürpriz')
  auth.cleared()
  expect(texts()).toEqual([])
})
