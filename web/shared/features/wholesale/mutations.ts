// Changes of wholesale requests. A customer asks for larger amounts, an operator answers with a quote (prices valid until a day), and the
// customer accepts and pays it, or declines.

import { call } from '~shared/api/http'
import type { ApiResponse, WholesaleAddress, WholesaleForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

/** By card at once, or by bank transfer against an invoice. */
export type PaymentMethod = 'card' | 'transfer'

const pathOf = (code: string, action: string) => `/wholesale/${encodeURIComponent(code)}/${action}`
const adminPathOf = (code: string, action: string) => `/admin/wholesale/${encodeURIComponent(code)}/${action}`

/** Sends a request. The response has its code and the token of the customer's link. */
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

/** Accepts a quote, which becomes an order. */
export const acceptQuote = (locale: Locale, code: string, acceptance: Acceptance, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'accept'), locale, body: acceptance, idempotencyKey }) as Promise<
    ApiResponse<'/wholesale/{code}/accept', 'post'>
  >

/** Pays an accepted quote. */
export const payQuote = (locale: Locale, code: string, payment: { token: string; paymentMethod: PaymentMethod }, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'pay'), locale, body: payment, idempotencyKey }) as Promise<
    ApiResponse<'/wholesale/{code}/pay', 'post'>
  >

/** Refuses a quote, for good. */
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

// The following changes are those of an operator in the back office.

export const sendQuote = (locale: Locale, code: string, quote: QuoteInput) =>
  call({ method: 'POST', path: adminPathOf(code, 'quote'), locale, body: quote }) as Promise<AdminResponse>

/** A bank transfer that an operator enters: the customer's payment (`in`), or money paid back (`out`). */
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
