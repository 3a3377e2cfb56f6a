// Rates of shop rules: typed in per cent, stored in basis points (1/100 %), checked as the server does, with its error codes.
import * as v from 'valibot'
import { errorCode } from '~shared/features/forms/rules'

const required = () => v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')))
/** An empty field already fails as `required`. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)

/** `1,5` per cent are 150 basis points. Returns undefined for a text that is not a rate. */
export function basisPointsOf(typed: string): number | undefined {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed)) return undefined
  return Math.round(Number(typed.replace(',', '.')) * 100)
}

export const typedPercent = (basisPoints: number) => String(basisPoints / 100).replace('.', ',')

/** The bounds are in basis points. */
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
