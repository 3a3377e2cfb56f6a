import { expect, it } from 'vitest'
import { extractCode } from './otp'

it.each([
  ['1234', '1234'],
  ['Kod: 1234', '1234'],
  ['Sovqat: 0042 tesdiq kodudur. Kodu hec kime vermeyin', '0042'],
  ['12 34', '1234'],
  ['1-2-3-4', '1234'],
  ['994501234567 nömrəsinə kod: 5678', '5678'],
  ['12', '12'],
  ['123456', '1234'],
  ['kod', ''],
])('finds the code in "%s"', (text, code) => expect(extractCode(text)).toBe(code))
