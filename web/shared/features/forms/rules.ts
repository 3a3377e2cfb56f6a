// The server's validation rules, with its error codes as messages.

import * as v from 'valibot'
import { bakuDate } from '~shared/i18n/dates'
import type { FieldCode } from './problems'

const QEPIK_PER_MANAT = 100
/** A space may separate thousands. */
const AMOUNT = /^(?:\d{1,8}|\d{1,3}(?:[ \u00A0\u202F]\d{3})+)(?:[.,]\d{1,2})?$/
const SPACES = /[ \u00A0\u202F]/g
/** A million manat. */
const MAX_QEPIK = 100_000_000

/** Parses `1 012,50` manat as 101250 qəpik. */
export function qepikOf(typed: string, max = MAX_QEPIK): number | undefined {
  if (!AMOUNT.test(typed)) return undefined
  const qepik = Math.round(Number(typed.replace(SPACES, '').replace(',', '.')) * QEPIK_PER_MANAT)
  return qepik <= max ? qepik : undefined
}

/** Formats 1250 qəpik as `12,50`, and 1200 as `12`. */
export const typedAmount = (qepik: number) =>
  qepik % QEPIK_PER_MANAT === 0 ? String(qepik / QEPIK_PER_MANAT) : (qepik / QEPIK_PER_MANAT).toFixed(2).replace('.', ',')

export interface DateParts {
  year: string
  month: string
  day: string
}

const twoDigits = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
const withoutZero = (part: string) => part.replace(/^0+/, '')

/** Missing parts are empty between the dashes; no parts give the empty string. */
export const joinDate = ({ year, month, day }: DateParts) => (year || month || day ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : '')

/** The returned parts have no leading zeros. */
export function splitDate(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-')
  return { year, month: withoutZero(month), day: withoutZero(day) }
}

/** An earlier date is taken for a typing error, as by the server. */
const OLDEST = '1900-01-01'

export function isPastDate(iso: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < OLDEST || iso > today) return false
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}

/** Lets the compiler check that the server knows the code. */
export const errorCode = (code: FieldCode) => code

const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
const MAX_EMAIL_LENGTH = 254
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PHONE = /^\+?[\d\s().-]+$/
/** A local number has at least nine digits; E.164 allows 15. */
const PHONE_DIGITS = { min: 9, max: 15 }

/** An empty field already fails as `required`. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

/** A required text of `min` to `max` characters. */
export const text = (max: number, min = 1) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    v.check(
      unlessEmpty((typed) => typed.length >= min),
      errorCode('too_short'),
    ),
    v.maxLength(max, errorCode('too_long')),
  )

export const optionalText = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, errorCode('too_long')))

export const requiredChoice = () => v.pipe(v.string(), v.minLength(1, errorCode('required')))

export const email = () =>
  v.pipe(
    text(MAX_EMAIL_LENGTH),
    v.check(
      unlessEmpty((typed) => EMAIL.test(typed)),
      errorCode('invalid_email'),
    ),
  )

export function isPhone(typed: string) {
  const digits = typed.replaceAll(/\D/g, '').length
  return PHONE.test(typed) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
}

export const optionalPhone = () => v.pipe(v.string(), v.trim(), v.check(unlessEmpty(isPhone), errorCode('invalid_phone')))

export const phone = () => v.pipe(optionalPhone(), v.minLength(1, errorCode('required')))

const isPast = (iso: string) => isPastDate(iso, bakuDate(Date.now()))

export const optionalPastDate = () => v.pipe(v.string(), v.check(unlessEmpty(isPast), errorCode('invalid_date')))

export const pastDate = () => v.pipe(optionalPastDate(), v.minLength(1, errorCode('required')))

export const password = () => v.pipe(v.string(), v.minLength(1, errorCode('required')))

export const newPassword = () =>
  v.pipe(
    password(),
    v.check(
      unlessEmpty((typed) => typed.length >= MIN_PASSWORD_LENGTH),
      errorCode('password_too_short'),
    ),
    v.maxLength(MAX_PASSWORD_LENGTH, errorCode('too_long')),
  )
