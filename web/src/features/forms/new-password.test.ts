import { expect, it } from 'vitest'
import { strengthOf } from './new-password'

it.each([
  ['', 'weak'],
  ['qısa1A!', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['qwerty123', 'weak'],
  ['password1234', 'weak'],
  ['gulcicek', 'weak'],
  ['gulcicek7', 'fair'],
  ['Xəzərin sahili', 'strong'],
  ['nar ağacı və bülbül', 'strong'],
  ['tR7!kq9#Lm2', 'strong'],
])('"%s" is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
