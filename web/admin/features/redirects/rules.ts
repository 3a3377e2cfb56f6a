import * as v from 'valibot'
import type { SeoRedirect } from '~shared/api/types'
import type { FieldCode } from '~shared/features/forms/words'

// The server's rules, in its codes: an address is a path of the shop that holds in every language, and nobody is sent elsewhere.

const LONGEST = 300
const PATH = /^\/(?!\/)[^?#\\]*$/
const IN_A_LANGUAGE = /^\/(az|ru|en)(\/|$)/

const says = (code: FieldCode) => code

const path = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says('required')),
    v.maxLength(LONGEST, says('too_long')),
    v.check((typed) => typed === '' || PATH.test(typed), says('not_a_path')),
    v.check((typed) => !IN_A_LANGUAGE.test(typed), says('language_in_path')),
  )

/** For good, for a while, and that nothing has become of it. */
export const STATUSES = ['301', '302', '410'] as const

export const Schema = v.variant('status', [
  v.object({ from: path(), status: v.picklist(['301', '302']), to: path() }),
  v.object({
    from: path(),
    status: v.literal('410'),
    // Whatever was typed before: what is gone leads nowhere.
    to: v.pipe(
      v.string(),
      v.transform(() => ''),
    ),
  }),
])

export type Values = v.InferInput<typeof Schema>

export const EMPTY: Values = { from: '', status: '301', to: '' }

export const valuesOf = ({ from, to, status }: SeoRedirect): Values => ({
  from,
  to,
  status: STATUSES.find((one) => Number(one) === status) ?? '301',
})

export const redirectOf = ({ from, to, status }: v.InferOutput<typeof Schema>): SeoRedirect => ({ from, to, status: Number(status) })
