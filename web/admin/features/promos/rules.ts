// The form of a promo code: the server's validation rules with its error codes, and the conversion to requests.
// Amounts are typed in manats, times in Baku time.
import * as v from 'valibot'
import { shownTime, toApiTimeUnlessSame } from '~admin/lib/baku-time'
import type { Promo, PromoForm, PromoKind } from '~shared/api/types'
import { isPromoLongEnough, MAX_PROMO_LENGTH } from '~shared/features/checkout/promo'
import { errorCode, qepikOf, text, typedAmount } from '~shared/features/forms/rules'

export const KINDS = ['percent', 'fixed', 'free_delivery'] as const satisfies PromoKind[]

const COUNT = /^\d{1,10}$/
const MAX_USES = 1_000_000_000
const ALLOWED = /^[\p{L}\p{N}-]*$/u

const isAmount = (typed: string) => qepikOf(typed) !== undefined
const isPositive = (typed: string) => (qepikOf(typed) ?? 0) > 0
const isPercent = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100
const isCount = (typed: string) => COUNT.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_USES

const trimmed = () => v.pipe(v.string(), v.trim())
/** A rule for a text that may be empty. */
const optional = (isGood: (typed: string) => boolean) =>
  v.pipe(
    trimmed(),
    v.check((value) => value === '' || isGood(value), errorCode('out_of_range')),
  )

const Fields = v.object({
  code: v.pipe(
    text(MAX_PROMO_LENGTH),
    v.check((code) => ALLOWED.test(code), errorCode('code_invalid_characters')),
    v.check((code) => code === '' || isPromoLongEnough(code), errorCode('code_too_short')),
  ),
  kind: v.picklist(KINDS),
  value: trimmed(),
  /** The most that a percentage takes off. */
  atMost: optional(isPositive),
  minimum: optional(isAmount),
  /** Whether the code also reduces products that are on sale. */
  isForReduced: v.boolean(),
  startsAt: v.string(),
  endsAt: v.string(),
  totalLimit: optional(isCount),
  userLimit: optional(isCount),
  categoryIds: v.array(v.number()),
  storeIds: v.array(v.number()),
})

/** The value is a percentage or an amount. Free delivery has none. */
const hasRequiredValue = ({ kind, value }: { kind: PromoKind; value: string }) => kind === 'free_delivery' || value !== ''
/** Accepts an empty value, which `hasRequiredValue` reports. */
function isValueInRange({ kind, value }: { kind: PromoKind; value: string }) {
  if (kind === 'free_delivery' || value === '') return true
  return kind === 'percent' ? isPercent(value) : isPositive(value)
}

export const Schema = v.pipe(
  Fields,
  v.forward(v.partialCheck([['kind'], ['value']], hasRequiredValue, errorCode('required')), ['value']),
  v.forward(v.partialCheck([['kind'], ['value']], isValueInRange, errorCode('out_of_range')), ['value']),
  v.forward(
    v.partialCheck(
      [['startsAt'], ['endsAt']],
      ({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt,
      errorCode('invalid_period'),
    ),
    ['endsAt'],
  ),
)

export type Values = v.InferInput<typeof Fields>

export const EMPTY: Values = {
  code: '',
  kind: 'percent',
  value: '',
  atMost: '',
  minimum: '',
  isForReduced: true,
  startsAt: '',
  endsAt: '',
  totalLimit: '',
  userLimit: '',
  categoryIds: [],
  storeIds: [],
}

const typedValue = ({ kind, value }: Promo) => (kind === 'fixed' ? typedAmount(value ?? 0) : String(value ?? ''))

export const valuesOf = (promo: Promo): Values => ({
  code: promo.code,
  kind: promo.kind,
  value: typedValue(promo),
  atMost: promo.atMost === undefined ? '' : typedAmount(promo.atMost),
  minimum: promo.minimum === 0 ? '' : typedAmount(promo.minimum),
  isForReduced: promo.isForReduced,
  startsAt: promo.startsAt ? shownTime(promo.startsAt) : '',
  endsAt: promo.endsAt ? shownTime(promo.endsAt) : '',
  totalLimit: promo.totalLimit === undefined ? '' : String(promo.totalLimit),
  userLimit: promo.userLimit === undefined ? '' : String(promo.userLimit),
  categoryIds: promo.categoryIds,
  storeIds: promo.storeIds,
})

/** Leaves out the fields that the kind does not have. */
export function toRequest(values: Values, saved?: Promo): PromoForm {
  const { code, kind, value, atMost, minimum, isForReduced, startsAt, endsAt, totalLimit, userLimit, categoryIds, storeIds } = values
  return {
    code,
    kind,
    ...(kind === 'percent' && { value: Number(value) }),
    ...(kind === 'fixed' && { value: qepikOf(value) ?? 0 }),
    ...(kind === 'percent' && atMost !== '' && { atMost: qepikOf(atMost) ?? 0 }),
    minimum: qepikOf(minimum) ?? 0,
    isForReduced,
    categoryIds,
    storeIds,
    ...(startsAt && { startsAt: toApiTimeUnlessSame(startsAt, saved?.startsAt) }),
    ...(endsAt && { endsAt: toApiTimeUnlessSame(endsAt, saved?.endsAt) }),
    ...(totalLimit && { totalLimit: Number(totalLimit) }),
    ...(userLimit && { userLimit: Number(userLimit) }),
    ...(saved && { version: saved.version }),
  }
}
