// The form of a wholesale request: validation rules and request body.

import * as v from 'valibot'
import type { WholesaleForm } from '~shared/api/types'
import { email, errorCode, optionalText, phone, text } from '~shared/features/forms/rules'

const MAX_LINES = 100
/** Per line. */
const MAX_UNITS = 99_999
export const MAX_LENGTH = { name: 100, company: 200, text: 4000, note: 1000, street: 200, building: 50 } as const
/** VÖEN, the Azerbaijani taxpayer number. */
const TAX_NUMBER = /^\d{10}$/
const COUNT = /^\d{1,5}$/

export interface TypedLine {
  productId: number
  sizeId?: number
  /** Only displayed. */
  name: string
  count: string
}

const trimmed = () => v.pipe(v.string(), v.trim())

const normaliseTaxNumber = (typed: string) => typed.replaceAll(/[\s-]/g, '')

export const isTaxNumber = (typed: string) => TAX_NUMBER.test(normaliseTaxNumber(typed))
export const isCount = (typed: string) => COUNT.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_UNITS

const Fields = v.object({
  companyName: optionalText(MAX_LENGTH.company),
  voen: v.pipe(
    trimmed(),
    v.check((typed) => typed === '' || isTaxNumber(typed), errorCode('invalid_tax_number')),
  ),
  name: text(MAX_LENGTH.name),
  phoneNumber: phone(),
  email: v.union([v.pipe(trimmed(), v.literal('')), email()]),
  lines: v.pipe(
    v.array(v.custom<TypedLine>(() => true)),
    v.check((lines) => lines.every(({ count }) => isCount(count)), errorCode('out_of_range')),
  ),
  text: optionalText(MAX_LENGTH.text),
  wishedDate: trimmed(),
  note: optionalText(MAX_LENGTH.note),
})

/** Company and VÖEN come together or not at all. A request has lines, a text, or both. */
export const RequestSchema = v.pipe(
  Fields,
  v.forward(
    v.partialCheck([['companyName'], ['voen']], ({ companyName, voen }) => companyName === '' || voen !== '', errorCode('required')),
    ['voen'],
  ),
  v.forward(
    v.partialCheck([['companyName'], ['voen']], ({ companyName, voen }) => voen === '' || companyName !== '', errorCode('required')),
    ['companyName'],
  ),
  v.forward(
    v.partialCheck([['lines'], ['text']], ({ lines, text }) => lines.length > 0 || text !== '', errorCode('required')),
    ['lines'],
  ),
)

export type RequestValues = v.InferInput<typeof Fields>

const optionalMember = (value: string, name: string) => (value ? { [name]: value } : {})

export function toRequest(values: RequestValues): WholesaleForm {
  return {
    ...optionalMember(values.companyName, 'companyName'),
    ...optionalMember(normaliseTaxNumber(values.voen), 'voen'),
    name: values.name,
    phoneNumber: values.phoneNumber,
    ...optionalMember(values.email, 'email'),
    lines: values.lines.map(({ productId, sizeId, count }) => ({
      productId,
      ...(sizeId !== undefined && { sizeId }),
      count: Number(count),
    })),
    ...optionalMember(values.text, 'text'),
    ...optionalMember(values.wishedDate, 'wishedDate'),
    ...optionalMember(values.note, 'note'),
  }
}

/** Does nothing if the list is full or has this product in this size. */
export function addLine<Line extends TypedLine>(lines: Line[], line: Line): Line[] {
  const isListed = lines.some(({ productId, sizeId }) => productId === line.productId && sizeId === line.sizeId)
  return isListed || lines.length >= MAX_LINES ? lines : [...lines, line]
}
