import { expect, it } from 'vitest'
import { phoneText } from './text'

it.each([
  ['+994501234567', '+994 50 123 45 67'],
  ['+994124970000', '+994 12 497 00 00'],
  ['+79161234567', '+79161234567'],
  ['0501234567', '0501234567'],
  ['', ''],
])('%s is shown as %s', (number, text) => expect(phoneText(number).replaceAll('\u00a0', ' ')).toBe(text))
