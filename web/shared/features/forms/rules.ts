import * as v from 'valibot'
import { today } from '~shared/i18n/dates'
import type { FieldCode } from './problems'

const QEPIK = 100
const AMOUNT = /^\d{1,8}(?:[.,]\d{1,2})?$/
const MOST_QEPIK = 100_000_000

/** `12,50` is 1250 qəpik; nothing when it is no amount, or one above `most`. */
export function qepikOf(typed: string, most = MOST_QEPIK): number | undefined {
  if (!AMOUNT.test(typed)) return undefined
  const qepik = Math.round(Number(typed.replace(',', '.')) * QEPIK)
  return qepik <= most ? qepik : undefined
}

/** 1250 qəpik as it is typed: `12,50`. */
export const typedAmount = (qepik: number) => (qepik % QEPIK === 0 ? String(qepik / QEPIK) : (qepik / QEPIK).toFixed(2).replace('.', ','))

/** A date as it is chosen: part by part, each empty until then. */
export interface DateParts {
  year: string
  month: string
  day: string
}

const two = (part: string) => (part === '' ? '' : part.padStart(2, '0'))
const bare = (part: string) => part.replace(/^0+/, '')

/** `2001-03-08`; what is not chosen yet is missing between its dashes. Nothing at all is the empty text. */
export const join = ({ year, month, day }: DateParts) => (year || month || day ? `${year}-${two(month)}-${two(day)}` : '')

export function split(iso: string): DateParts {
  const [year = '', month = '', day = ''] = iso.split('-')
  return { year, month: bare(month), day: bare(day) }
}

const OLDEST = '1900-01-01'

/** A day there was, and not one to come. */
export function isPastDate(iso: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || iso < OLDEST || iso > today) return false
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}

// The server's rules, in its codes. It has the last word: what is let through here by mistake comes back beside its field.

const says = (code: FieldCode) => code

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 128
const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PHONE = /^\+?[\d\s().-]+$/
const PHONE_DIGITS = { least: 9, most: 15 }

/** What is empty breaks one rule, that it is required, and not every other one as well. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

export const text = (longest: number, shortest = 1) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says('required')),
    v.check(
      unlessEmpty((typed) => typed.length >= shortest),
      says('too_short'),
    ),
    v.maxLength(longest, says('too_long')),
  )

export const optionalText = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, says('too_long')))

export const chosen = () => v.pipe(v.string(), v.minLength(1, says('required')))

export const email = () =>
  v.pipe(
    text(LONGEST_EMAIL),
    v.check(
      unlessEmpty((typed) => EMAIL.test(typed)),
      says('invalid_email'),
    ),
  )

function isPhone(typed: string) {
  const digits = typed.replaceAll(/\D/g, '').length
  return PHONE.test(typed) && digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most
}

export const optionalPhone = () => v.pipe(v.string(), v.trim(), v.check(unlessEmpty(isPhone), says('invalid_phone')))

const isPast = (iso: string) => isPastDate(iso, today(Date.now()))

export const optionalPastDate = () => v.pipe(v.string(), v.check(unlessEmpty(isPast), says('invalid_date')))

export const pastDate = () => v.pipe(optionalPastDate(), v.minLength(1, says('required')))

/** The one that is in use: whether it is right, only the server knows. */
export const password = () => v.pipe(v.string(), v.minLength(1, says('required')))

export const newPassword = () =>
  v.pipe(
    password(),
    v.check(
      unlessEmpty((typed) => typed.length >= SHORTEST_PASSWORD),
      says('password_too_short'),
    ),
    v.maxLength(LONGEST_PASSWORD, says('too_long')),
  )
