import * as v from 'valibot'
import { today } from '~shared/i18n/dates'
import { isPastDate } from './date-parts'
import type { FieldCode } from './words'

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
