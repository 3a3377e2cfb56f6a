import { expect, it } from 'vitest'
import { strengthOf } from './new-password'

it.each([
  // These passwords are too short.
  ['', 'weak'],
  ['qısa1A!', 'weak'],
  // These mostly consist of common sequences.
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['qwerty123', 'weak'],
  ['password1234', 'weak'],
  // These have lower-case letters only, then two kinds of characters.
  ['gulcicek', 'weak'],
  ['gulcicek7', 'fair'],
  // These are long, or of medium length with at least three kinds.
  ['Xəzərin sahili', 'strong'],
  ['nar ağacı və bülbül', 'strong'],
  ['tR7!kq9#Lm2', 'strong'],
])('"%s" is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
