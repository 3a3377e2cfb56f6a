import type { Country } from '~shared/api/types'

export const OTP_LENGTH = 4

/** Extracts the code from typed or pasted text: `Kod: 1234`, `12 34`. */
export function codeIn(text: string): string {
  const whole = text.match(/(?<!\d)\d{4}(?!\d)/)
  return whole ? whole[0] : text.replaceAll(/\D/g, '').slice(0, OTP_LENGTH)
}

/** Used until the list of countries has loaded, or if it fails to load. */
export const AZERBAIJAN: Country = { code: 'AZ', name: '', dialCode: '+994', mask: '## ### ## ##', example: '50 123 45 67' }

/** A number while it is typed: country and the digits after its dial code; starts with `+` while the dial code is incomplete. */
export interface TypedPhone {
  country: Country
  digits: string
}

const LONGEST = 15
const SHORTEST = 6

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const roomOf = ({ mask }: Country) => mask.replaceAll(/[^#]/g, '').length
/** The trunk prefix of national numbers. */
const trunkOf = ({ dialCode }: Country) => (dialCode === '+7' ? '8' : '0')

/** Formats digits by the mask; surplus digits follow unformatted. */
function applyMask(mask: string, digits: string): string {
  let rest = digits
  let text = ''
  for (const sign of mask) {
    if (rest === '') return text
    text += sign === '#' ? rest[0] : sign
    if (sign === '#') rest = rest.slice(1)
  }
  return text + rest
}

/** Formats the text of the field. A leading 0 stays, because people write 050 123 45 67. */
export function formatTyped({ country, digits }: TypedPhone): string {
  if (digits.startsWith('+')) return digits
  return digits.startsWith('0') ? `0${applyMask(country.mask, digits.slice(1))}` : applyMask(country.mask, digits)
}

function countryOf(international: string, countries: Country[], current: Country) {
  const fits = [current, ...countries].filter(({ dialCode }) => international.startsWith(digitsOf(dialCode)))
  return fits.sort((a, b) => b.dialCode.length - a.dialCode.length)[0]
}

/**
 * Parses any notation: `+994 50 …`, `00994…`, `994…`, `050 …` and `50 …` are the same number. A dial code selects the country and is
 * removed.
 */
export function parsePhone(text: string, countries: Country[], current: Country): TypedPhone {
  const digits = digitsOf(text).slice(0, LONGEST + 2)
  const plus = text.trim().startsWith('+') ? '+' : ''
  const international = plus ? digits : digits.startsWith('00') ? digits.slice(2) : null
  if (international !== null) {
    const country = countryOf(international, countries, current)
    return country
      ? { country, digits: international.slice(digitsOf(country.dialCode).length) }
      : { country: current, digits: plus + digits }
  }
  const dialled = digitsOf(current.dialCode)
  const isWhole = digits.startsWith(dialled) && digits.length === dialled.length + roomOf(current)
  return { country: current, digits: isWhole ? digits.slice(dialled.length) : digits }
}

/** Returns the digits without the trunk prefix. */
function nationalDigits({ country, digits }: TypedPhone): string {
  const trunk = trunkOf(country)
  const hasTrunk = digits.startsWith(trunk) && (trunk === '0' || digits.length > roomOf(country))
  return hasTrunk ? digits.slice(trunk.length) : digits
}

/** Formats as `+994 50 123 45 67`. */
export const formatInternational = (phone: TypedPhone) =>
  `${phone.country.dialCode} ${applyMask(phone.country.mask, nationalDigits(phone))}`

/** Returns `+994501234567`, or null if the length is impossible. The server validates the number. */
export function toE164(phone: TypedPhone): string | null {
  const { country, digits } = phone
  if (digits.startsWith('+')) return null
  const rest = nationalDigits(phone)
  const isOurs = country.code === AZERBAIJAN.code
  const fits = isOurs ? rest.length === roomOf(country) : rest.length >= SHORTEST
  const number = `${country.dialCode}${rest}`
  return fits && number.length <= LONGEST + 1 ? number : null
}

/** Returns the caret position after the same number of digits in the reformatted text. */
export function caretAfter(text: string, digitsBefore: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digitsBefore) return at
    if (/\d/.test(text[at] ?? '')) seen += 1
  }
  return text.length
}

export const digitsBefore = (text: string, caret: number) => digitsOf(text.slice(0, caret)).length
