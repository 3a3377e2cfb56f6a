import { expect, it } from 'vitest'
import { strengthOf } from './new-password'

it.each([
  // Too short.
  ['', 'weak'],
  ['qısa1A!', 'weak'],
  // Mostly common sequences.
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['qwerty123', 'weak'],
  ['password1234', 'weak'],
  // Lower-case letters only, then two kinds of characters.
  ['gulcicek', 'weak'],
  ['gulcicek7', 'fair'],
  // Long, or of medium length with at least three kinds of characters.
  ['Xəzərin sahili', 'strong'],
  ['nar ağacı və bülbül', 'strong'],
  ['tR7!kq9#Lm2', 'strong'],
])('"%s" is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
