import * as v from 'valibot'
import type { WholesaleForm } from '~shared/api/types'
import { email, optionalPhone, optionalText, text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/problems'

// The server's validation rules; messages are its error codes.

const MOST_LINES = 100
const MOST_UNITS = 99_999
export const LONGEST = { name: 100, company: 200, text: 4000, note: 1000, street: 200, building: 50 } as const
const VOEN = /^\d{10}$/
const COUNT = /^\d{1,5}$/

/** A request line as typed. */
export interface TypedLine {
  productId: number
  sizeId?: number
  /** Shown, not sent. */
  name: string
  count: string
}

const errorCode = (code: FieldCode) => code

const trimmed = () => v.pipe(v.string(), v.trim())

/** Removes the spaces and dashes that group the digits. */
const normaliseVoen = (typed: string) => typed.replaceAll(/[\s-]/g, '')
export const isVoen = (typed: string) => VOEN.test(normaliseVoen(typed))
export const isCount = (typed: string) => COUNT.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MOST_UNITS

const Fields = v.object({
  companyName: optionalText(LONGEST.company),
  voen: v.pipe(
    trimmed(),
    v.check((typed) => typed === '' || isVoen(typed), errorCode('invalid_tax_number')),
  ),
  name: text(LONGEST.name),
  phoneNumber: v.pipe(optionalPhone(), v.minLength(1, errorCode('required'))),
  email: v.union([v.pipe(trimmed(), v.literal('')), email()]),
  lines: v.pipe(
    v.array(v.custom<TypedLine>(() => true)),
    v.check((lines) => lines.every(({ count }) => isCount(count)), errorCode('out_of_range')),
  ),
  text: optionalText(LONGEST.text),
  wishedDate: trimmed(),
  note: optionalText(LONGEST.note),
})

/** A company needs a VÖEN, a VÖEN needs a company, and at least one product is required. */
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

/** Returns the request body, without empty fields. */
export function formOf(typed: RequestValues): WholesaleForm {
  return {
    ...optionalMember(typed.companyName, 'companyName'),
    ...optionalMember(normaliseVoen(typed.voen), 'voen'),
    name: typed.name,
    phoneNumber: typed.phoneNumber,
    ...optionalMember(typed.email, 'email'),
    lines: typed.lines.map(({ productId, sizeId, count }) => ({
      productId,
      ...(sizeId !== undefined && { sizeId }),
      count: Number(count),
    })),
    ...optionalMember(typed.text, 'text'),
    ...optionalMember(typed.wishedDate, 'wishedDate'),
    ...optionalMember(typed.note, 'note'),
  }
}

/** Adds a line, unless its product is in the list already or the list is full. */
export const addLine = <Line extends TypedLine>(lines: Line[], line: Line): Line[] =>
  lines.length >= MOST_LINES || lines.some((one) => one.productId === line.productId && one.sizeId === line.sizeId)
    ? lines
    : [...lines, line]
