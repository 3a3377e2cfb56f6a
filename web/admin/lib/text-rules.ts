// Validation rules of texts in three languages and of addresses, with the server's error codes as messages.
import * as v from 'valibot'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'

export const localText = (max: number) => v.object({ az: text(max), ru: optionalText(max), en: optionalText(max) })

export const MAX_SLUG_LENGTH = 80
const ALLOWED = /^[a-z0-9-]*$/
const WORDS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const NUMBER = /^\d+$/

/** A slug of digits only could not be told from an id. */
const isSlug = (typed: string) => WORDS.test(typed) && !NUMBER.test(typed)
/** Other characters are already reported as `invalid_characters`. */
const isEmptyOrReported = (typed: string) => typed === '' || !ALLOWED.test(typed)

/** A slug is words of Latin letters and digits, joined by hyphens. The server makes one if it is empty. */
export const optionalSlug = () =>
  v.pipe(
    optionalText(MAX_SLUG_LENGTH),
    v.check((typed) => ALLOWED.test(typed), errorCode('invalid_characters')),
    v.check((typed) => isEmptyOrReported(typed) || isSlug(typed), errorCode('invalid')),
  )

export const slug = () => v.pipe(optionalSlug(), v.minLength(1, errorCode('required')))
