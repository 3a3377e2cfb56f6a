import * as v from 'valibot'
import { errorCode } from '~shared/features/forms/rules'

// These are the server's validation rules, with its error codes as messages. Rates are typed in percent.

const required = () => v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')))
/** Skips the check for an empty field, which already fails as `required`. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

/** Parses a rate: `1,5` per cent are 150 basis points. Undefined for an invalid one. */
export function basisPointsOf(typed: string): number | undefined {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed)) return undefined
  return Math.round(Number(typed.replace(',', '.')) * 100)
}

export const typedPercent = (basisPoints: number) => String(basisPoints / 100).replace('.', ',')

export const rate = (min: number, max: number) =>
  v.pipe(
    required(),
    v.check(
      unlessEmpty((typed) => {
        const points = basisPointsOf(typed)
        return points !== undefined && points >= min && points <= max
      }),
      errorCode('out_of_range'),
    ),
  )
