import * as v from 'valibot'
import { errorCode, qepikOf, typedAmount } from '~shared/features/forms/rules'
import type { Tariff } from '../settings/api'

// These are the server's validation rules, with its error codes as messages. Amounts are typed in manats, rates in percent.

const required = () => v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')))
const isWithin = (max: number) => (typed: string) => /^\d{1,2}$/.test(typed) && Number(typed) <= max
const isAmount = (typed: string) => qepikOf(typed) !== undefined
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

const amount = () => v.pipe(required(), v.check(unlessEmpty(isAmount), errorCode('out_of_range')))
const count = (max: number) => v.pipe(required(), v.check(unlessEmpty(isWithin(max)), errorCode('out_of_range')))

export const TariffSchema = v.object({
  fee: amount(),
  freeFrom: v.pipe(v.string(), v.trim(), v.check(unlessEmpty(isAmount), errorCode('out_of_range'))),
  minimum: amount(),
  leadDays: count(10),
  cutOff: count(24),
  prepareHours: count(24),
})

type TariffValues = v.InferInput<typeof TariffSchema>

export const valuesOf = ({ fee = 0, freeFrom, minimum = 0, leadDays, cutOff, prepareHours }: Tariff): TariffValues => ({
  fee: typedAmount(fee),
  freeFrom: freeFrom === undefined ? '' : typedAmount(freeFrom),
  minimum: typedAmount(minimum),
  leadDays: String(leadDays),
  cutOff: String(cutOff),
  prepareHours: String(prepareHours),
})

export function tariffOf({ code, title }: Tariff, typed: TariffValues): Tariff {
  const freeFrom = qepikOf(typed.freeFrom)
  return {
    code,
    ...(title && { title }),
    fee: qepikOf(typed.fee) ?? 0,
    ...(freeFrom !== undefined && { freeFrom }),
    minimum: qepikOf(typed.minimum) ?? 0,
    leadDays: Number(typed.leadDays),
    cutOff: Number(typed.cutOff),
    prepareHours: Number(typed.prepareHours),
  }
}
