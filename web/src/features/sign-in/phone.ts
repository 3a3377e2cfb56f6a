// Parses and formats phone numbers in the notation of each country.

import type { Country } from '~shared/api/types'

/** Used until the list of countries has loaded. */
export const AZERBAIJAN: Country = { code: 'AZ', name: '', dialCode: '+994', mask: '## ### ## ##', example: '50 123 45 67' }

/** `digits` follow the dial code, or start with `+` while the dial code is incomplete. */
export interface TypedPhone {
  country: Country
  digits: string
}

const MAX_DIGITS = 15
const MIN_NATIONAL_DIGITS = 6

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const maxDigitsOf = ({ mask }: Country) => mask.replaceAll(/[^#]/g, '').length
/** The prefix of national numbers: 8 in Russia and Kazakhstan, else 0. */
const trunkOf = ({ dialCode }: Country) => (dialCode === '+7' ? '8' : '0')

/** A mask is `## ### ## ##`, for example. Surplus digits follow unformatted. */
function applyMask(mask: string, digits: string): string {
  let remaining = digits
  let text = ''
  for (const char of mask) {
    if (remaining === '') return text
    text += char === '#' ? remaining[0] : char
    if (char === '#') remaining = remaining.slice(1)
  }
  return text + remaining
}

/** A leading 0 stays, because people write 050 123 45 67. */
export function formatTyped({ country, digits }: TypedPhone): string {
  if (digits.startsWith('+')) return digits
  return digits.startsWith('0') ? `0${applyMask(country.mask, digits.slice(1))}` : applyMask(country.mask, digits)
}

/** The longest dial code wins. If several countries share it, the current one wins. */
function countryOf(international: string, countries: Country[], current: Country) {
  const matches = [current, ...countries].filter(({ dialCode }) => international.startsWith(digitsOf(dialCode)))
  return matches.sort((a, b) => b.dialCode.length - a.dialCode.length)[0]
}

/** `+994 50 …`, `00994…`, `994…`, `050 …` and `50 …` are the same number. A dial code in the text selects the country. */
export function parsePhone(text: string, countries: Country[], current: Country): TypedPhone {
  // The prefix 00 needs two digits more.
  const digits = digitsOf(text).slice(0, MAX_DIGITS + 2)
  const plus = text.trim().startsWith('+') ? '+' : ''
  const digitsAfterZeros = digits.startsWith('00') ? digits.slice(2) : null
  // The digits from the dial code on.
  const international = plus ? digits : digitsAfterZeros
  if (international !== null) {
    const country = countryOf(international, countries, current)
    return country
      ? { country, digits: international.slice(digitsOf(country.dialCode).length) }
      : { country: current, digits: plus + digits }
  }
  const dialDigits = digitsOf(current.dialCode)
  const isComplete = digits.startsWith(dialDigits) && digits.length === dialDigits.length + maxDigitsOf(current)
  return { country: current, digits: isComplete ? digits.slice(dialDigits.length) : digits }
}

/** Removes the trunk prefix. An 8 is a prefix only if the number would be too long with it. */
function nationalDigits({ country, digits }: TypedPhone): string {
  const trunk = trunkOf(country)
  const hasTrunk = digits.startsWith(trunk) && (trunk === '0' || digits.length > maxDigitsOf(country))
  return hasTrunk ? digits.slice(trunk.length) : digits
}

/** The number for reading, such as `+994 50 123 45 67`. */
export const formatInternational = (phone: TypedPhone) =>
  `${phone.country.dialCode} ${applyMask(phone.country.mask, nationalDigits(phone))}`

/** The number for the server, such as `+994501234567`, or null if the length is impossible. The server validates the number. */
export function toE164(phone: TypedPhone): string | null {
  const { country, digits } = phone
  if (digits.startsWith('+')) return null
  const national = nationalDigits(phone)
  const isLocal = country.code === AZERBAIJAN.code
  const isPossible = isLocal ? national.length === maxDigitsOf(country) : national.length >= MIN_NATIONAL_DIGITS
  const number = `${country.dialCode}${national}`
  return isPossible && number.length <= MAX_DIGITS + 1 ? number : null
}

/** Keeps the caret behind the same digit when the text is reformatted. */
export function caretAfter(text: string, digitsBefore: number): number {
  let digits = 0
  for (let index = 0; index < text.length; index += 1) {
    if (digits === digitsBefore) return index
    if (/\d/.test(text[index] ?? '')) digits += 1
  }
  return text.length
}

export const digitsBefore = (text: string, caret: number) => digitsOf(text.slice(0, caret)).length
