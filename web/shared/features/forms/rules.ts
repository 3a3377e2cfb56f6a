import * as v from 'valibot'
import { today } from '~shared/i18n/dates'
import type { FieldCode } from './problems'

const QEPIK = 100
const AMOUNT = /^\d{1,8}(?:[.,]\d{1,2})?$/
const MOST_QEPIK = 100_000_000

/** Parses an amount: `12,50` is 1250 qəpik. Returns undefined if it is no amount or more than `most`. */
export function qepikOf(typed: string, most = MOST_QEPIK): number | undefined {
  if (!AMOUNT.test(typed)) return undefined
  const qepik = Math.round(Number(typed.replace(',', '.')) * QEPIK)
  return qepik <= most ? qepik : undefined
}

/** Formats 1250 qəpik for an input: `12,50`. */
export const typedAmount = (qepik: number) => (qepik % QEPIK === 0 ? String(qepik / QEPIK) : (qepik / QEPIK).toFixed(2).replace('.', ','))

/** A date chosen in parts, each empty at first. */
export interface DateParts {
  year: string
  month: string
  day: string
}

const twoDigits = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
const withoutZero = (part: string) => part.replace(/^0+/, '')

/** Joins the parts: `2001-03-08`. Missing parts are empty between the dashes; no parts give the empty string. */
export const joinDate = ({ year, month, day }: DateParts) => (year || month || day ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : '')

export function splitDate(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-')
  return { year, month: withoutZero(month), day: withoutZero(day) }
}

const OLDEST = '1900-01-01'

/** True for an existing date that is not in the future. */
export function isPastDate(iso: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < OLDEST || iso > today) return false
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}

// The server's validation rules; messages are its error codes. The server checks again and has the last word.

const errorCode = (code: FieldCode) => code

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 128
const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PHONE = /^\+?[\d\s().-]+$/
const PHONE_DIGITS = { least: 9, most: 15 }

/** Skips a check for an empty field, which already fails as `required`. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

export const text = (longest: number, shortest = 1) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    v.check(
      unlessEmpty((typed) => typed.length >= shortest),
      errorCode('too_short'),
    ),
    v.maxLength(longest, errorCode('too_long')),
  )

export const optionalText = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, errorCode('too_long')))

export const requiredChoice = () => v.pipe(v.string(), v.minLength(1, errorCode('required')))

export const email = () =>
  v.pipe(
    text(LONGEST_EMAIL),
    v.check(
      unlessEmpty((typed) => EMAIL.test(typed)),
      errorCode('invalid_email'),
    ),
  )

function isPhone(typed: string) {
  const digits = typed.replaceAll(/\D/g, '').length
  return PHONE.test(typed) && digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most
}

export const optionalPhone = () => v.pipe(v.string(), v.trim(), v.check(unlessEmpty(isPhone), errorCode('invalid_phone')))

const isPast = (iso: string) => isPastDate(iso, today(Date.now()))

export const optionalPastDate = () => v.pipe(v.string(), v.check(unlessEmpty(isPast), errorCode('invalid_date')))

export const pastDate = () => v.pipe(optionalPastDate(), v.minLength(1, errorCode('required')))

/** The current password. Only the server can check it. */
export const password = () => v.pipe(v.string(), v.minLength(1, errorCode('required')))

export const newPassword = () =>
  v.pipe(
    password(),
    v.check(
      unlessEmpty((typed) => typed.length >= SHORTEST_PASSWORD),
      errorCode('password_too_short'),
    ),
    v.maxLength(LONGEST_PASSWORD, errorCode('too_long')),
  )
