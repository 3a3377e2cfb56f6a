import { call } from '~shared/api/http'
import type { ApiResponse, WholesaleAddress, WholesaleForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export type PaymentMethod = 'card' | 'transfer'

const pathOf = (code: string, act: string) => `/wholesale/${encodeURIComponent(code)}/${act}`
const adminPathOf = (code: string, act: string) => `/admin/wholesale/${encodeURIComponent(code)}/${act}`

export const requestQuote = (locale: Locale, form: WholesaleForm, idempotencyKey: string) =>
  call({ method: 'POST', path: '/wholesale', locale, body: form, idempotencyKey }) as Promise<ApiResponse<'/wholesale', 'post'>>

interface Acceptance {
  /** The token from the link in the mail; it replaces a sign-in. */
  token: string
  /** The version of the quote that the customer has seen. */
  version: number
  paymentMethod: PaymentMethod
  address: WholesaleAddress
}

export const acceptQuote = (locale: Locale, code: string, acceptance: Acceptance, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'accept'), locale, body: acceptance, idempotencyKey }) as Promise<
    ApiResponse<'/wholesale/{code}/accept', 'post'>
  >

export const payQuote = (locale: Locale, code: string, payment: { token: string; paymentMethod: PaymentMethod }, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'pay'), locale, body: payment, idempotencyKey }) as Promise<
    ApiResponse<'/wholesale/{code}/pay', 'post'>
  >

export const declineQuote = (locale: Locale, code: string, refusal: { token: string; reason?: string }) =>
  call({ method: 'POST', path: pathOf(code, 'decline'), locale, body: refusal }) as Promise<
    ApiResponse<'/wholesale/{code}/decline', 'post'>
  >

/** The content of a quote, with amounts in qəpik. */
export interface QuoteInput {
  lines: { productId: number; sizeId?: number; count: number; unitPrice: number }[]
  validUntil: string
  deliveryFee: number
  deliveryTerms?: string
  note?: string
}

type AdminResponse = ApiResponse<'/admin/wholesale/{code}', 'get'>

export const sendQuote = (locale: Locale, code: string, quote: QuoteInput) =>
  call({ method: 'POST', path: adminPathOf(code, 'quote'), locale, body: quote }) as Promise<AdminResponse>

export interface TransferInput {
  direction: 'in' | 'out'
  /** The amount in qəpik. */
  amount: number
  reference: string
  date: string
}

export const enterTransfer = (locale: Locale, code: string, transfer: TransferInput) =>
  call({ method: 'POST', path: adminPathOf(code, 'transfers'), locale, body: transfer }) as Promise<AdminResponse>

export const cancelRequest = (locale: Locale, code: string, reason: string) =>
  call({ method: 'POST', path: adminPathOf(code, 'cancel'), locale, body: reason ? { reason } : {} }) as Promise<AdminResponse>
