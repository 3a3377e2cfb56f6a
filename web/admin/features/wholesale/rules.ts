// The forms of wholesale requests: validation rules of quotes (prices for a request) and bank transfers, and their conversion to requests.
import * as v from 'valibot'
import { toApiTime, shownTime } from '~admin/lib/baku-time'
import type { Schemas, WholesaleRequest } from '~shared/api/types'
import { errorCode, optionalText, qepikOf, text, typedAmount } from '~shared/features/forms/rules'
import type { QuoteInput, TransferInput } from '~shared/features/wholesale/mutations'
import { isCount, MAX_LENGTH, type TypedLine } from '~shared/features/wholesale/rules'

type WholesaleLine = Schemas['WholesaleLine']

/** In qəpik: 100,000 manats for a unit, 10,000,000 for a transfer. */
const MAX_PRICE = 10_000_000
const MAX_TOTAL = 1_000_000_000
const MAX_REFERENCE_LENGTH = 64

export interface PricedLine extends TypedLine {
  price: string
}

/** The bounds are in qəpik. */
const isWithin = (typed: string, min: number, max: number) => {
  const qepik = qepikOf(typed.trim(), max)
  return qepik !== undefined && qepik >= min
}

const amount = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    v.check((typed) => typed === '' || isWithin(typed, min, max), errorCode('out_of_range')),
  )

export const QuoteSchema = v.object({
  lines: v.pipe(
    v.array(v.custom<PricedLine>(() => true)),
    v.minLength(1, errorCode('required')),
    v.check((lines) => lines.every(({ count, price }) => isCount(count) && isWithin(price, 1, MAX_PRICE)), errorCode('out_of_range')),
  ),
  validUntil: v.pipe(v.string(), v.minLength(1, errorCode('required'))),
  deliveryFee: amount(0, MAX_PRICE),
  deliveryTerms: optionalText(MAX_LENGTH.note),
  note: optionalText(MAX_LENGTH.note),
})

export type QuoteValues = v.InferInput<typeof QuoteSchema>

const WEEK_MS = 7 * 24 * 3600_000

/** Without an earlier quote, these are the requested goods without prices. The quote is valid for a week. */
export function quoteValuesOf({ lines, quote }: WholesaleRequest, now: number): QuoteValues {
  const quotedLines: (WholesaleLine & { unitPrice?: number })[] = quote?.lines ?? lines
  return {
    lines: quotedLines.map(({ productId, sizeId, name, size, count, unitPrice }) => ({
      productId,
      ...(sizeId !== undefined && { sizeId }),
      name: size ? `${name}, ${size}` : name,
      count: String(count),
      price: unitPrice === undefined ? '' : typedAmount(unitPrice),
    })),
    validUntil: shownTime(new Date(now + WEEK_MS).toISOString()),
    deliveryFee: quote ? typedAmount(quote.deliveryFee) : '',
    deliveryTerms: quote?.deliveryTerms ?? '',
    note: quote?.note ?? '',
  }
}

export const quoteOf = (typed: QuoteValues): QuoteInput => ({
  lines: typed.lines.map(({ productId, sizeId, count, price }) => ({
    productId,
    ...(sizeId !== undefined && { sizeId }),
    count: Number(count),
    unitPrice: qepikOf(price.trim()) ?? 0,
  })),
  validUntil: toApiTime(typed.validUntil),
  deliveryFee: qepikOf(typed.deliveryFee.trim()) ?? 0,
  ...(typed.deliveryTerms && { deliveryTerms: typed.deliveryTerms }),
  ...(typed.note && { note: typed.note }),
})

/** In qəpik. Fields that are not filled in count as zero. */
export const totalOf = ({ lines, deliveryFee }: Pick<QuoteValues, 'lines' | 'deliveryFee'>): number =>
  lines.reduce(
    (sum, { count, price }) => sum + (isCount(count) ? Number(count) : 0) * (qepikOf(price.trim()) ?? 0),
    qepikOf(deliveryFee.trim()) ?? 0,
  )

/** `in` is a payment of the customer, `out` a repayment. */
export const TransferSchema = v.object({
  direction: v.picklist(['in', 'out'] as const),
  amount: amount(1, MAX_TOTAL),
  reference: text(MAX_REFERENCE_LENGTH),
  date: v.pipe(v.string(), v.minLength(1, errorCode('required'))),
})

export const transferOf = ({ amount, ...transfer }: v.InferInput<typeof TransferSchema>): TransferInput => ({
  ...transfer,
  amount: qepikOf(amount.trim(), MAX_TOTAL) ?? 0,
})
