import { describe, expect, it } from 'vitest'
import type { Country } from '~shared/api/types'
import { AZERBAIJAN, caretAfter, toE164, formatInternational, parsePhone, formatTyped } from './phone'

const TURKEY: Country = { code: 'TR', name: 'Türkiyə', dialCode: '+90', mask: '### ### ## ##', example: '501 234 56 78' }
const RUSSIA: Country = { code: 'RU', name: 'Rusiya', dialCode: '+7', mask: '### ###-##-##', example: '912 345-67-89' }
const KAZAKHSTAN: Country = { code: 'KZ', name: 'Qazaxıstan', dialCode: '+7', mask: '### ### ## ##', example: '701 234 56 78' }
const COUNTRIES = [AZERBAIJAN, TURKEY, RUSSIA, KAZAKHSTAN]

/** `current` is the country that is chosen in the field. */
const parse = (text: string, current = AZERBAIJAN) => parsePhone(text, COUNTRIES, current)

describe('parsing a phone number', () => {
  it.each([
    '0501234567',
    '050 123 45 67',
    '050-123-45-67',
    '(050) 123 45 67',
    '501234567',
    '50 123 45 67',
    '+994501234567',
    '+994 50 123 45 67',
    '+994 (50) 123-45-67',
    '+994 (0) 50 123 45 67',
    '994501234567',
    '00994501234567',
    '00 994 50 123 45 67',
    ' +994 50\u00a0123 45 67',
  ])('%s', (text) => expect(toE164(parse(text))).toBe('+994501234567'))

  it.each([
    ['+90 501 234 56 78', '+905012345678'],
    ['0090 501 234 56 78', '+905012345678'],
    ['+7 912 345-67-89', '+79123456789'],
  ])('from another country: %s', (text, number) => expect(toE164(parse(text))).toBe(number))

  it('removes the 8 of national numbers in Russia', () => expect(toE164(parse('8 912 345-67-89', RUSSIA))).toBe('+79123456789'))
  it('keeps the chosen country when two share a dial code', () => expect(parse('+7701', KAZAKHSTAN).country).toBe(KAZAKHSTAN))
  it.each(['', '0', '05012345', '050 123 45 678', '+994 50 123', '+99', '+999 12 345 67 89'])('refuses %j', (text) =>
    expect(toE164(parse(text))).toBeNull(),
  )
})

it.each(['0501234567', '501234567', '+994 50 123 45 67'])('formats %s internationally without its 0', (text) =>
  expect(formatInternational(parse(text))).toBe('+994 50 123 45 67'),
)

describe('the field', () => {
  it.each([
    ['5', '5'],
    ['50', '50'],
    ['501', '50 1'],
    ['501234567', '50 123 45 67'],
    ['0501', '050 1'],
    ['0501234567', '050 123 45 67'],
    ['5012345678', '50 123 45 678'],
  ])('formats %s', (digits, text) => expect(formatTyped({ country: AZERBAIJAN, digits })).toBe(text))

  it('can be typed key by key in every notation', () => {
    for (const text of ['0501234567', '+994 50 123 45 67', '501234567', '+994501234567', '00994501234567', '994501234567']) {
      let typed = parse('')
      let shown = ''
      for (const key of text) {
        typed = parsePhone(shown + key, COUNTRIES, typed.country)
        shown = formatTyped(typed)
      }
      expect(toE164(typed), text).toBe('+994501234567')
    }
  })

  it('puts the caret after the given number of digits', () => {
    expect(caretAfter('50 123 45', 2)).toBe(2)
    expect(caretAfter('50 123 45', 3)).toBe(4)
    expect(caretAfter('50 123 45', 7)).toBe(9)
    expect(caretAfter('50', 9)).toBe(2)
  })
})
