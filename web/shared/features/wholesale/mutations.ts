// An operator answers a wholesale request with a quote, which the customer accepts and pays, or declines.

import { call } from '~shared/api/http'
import type { ApiResponse, WholesaleAddress, WholesaleForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export type PaymentMethod = 'card' | 'transfer'

const pathOf = (code: string, action: string) => `/wholesale/${encodeURIComponent(code)}/${action}`
const adminPathOf = (code: string, action: string) => `/admin/wholesale/${encodeURIComponent(code)}/${action}`

export const requestQuote = (locale: Locale, form: WholesaleForm, idempotencyKey: string) =>
  call({ method: 'POST', path: '/wholesale', locale, body: form, idempotencyKey }) as Promise<ApiResponse<'/wholesale', 'post'>>

interface Acceptance {
  /** The token from the link in the mail replaces a sign-in. */
  token: string
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

/** Amounts in qəpik. */
export interface QuoteInput {
  lines: { productId: number; sizeId?: number; count: number; unitPrice: number }[]
  validUntil: string
  deliveryFee: number
  deliveryTerms?: string
  note?: string
}

type AdminResponse = ApiResponse<'/admin/wholesale/{code}', 'get'>

// Changes by an operator in the back office.

export const sendQuote = (locale: Locale, code: string, quote: QuoteInput) =>
  call({ method: 'POST', path: adminPathOf(code, 'quote'), locale, body: quote }) as Promise<AdminResponse>

/** The customer's payment (`in`), or money paid back (`out`). */
export interface TransferInput {
  direction: 'in' | 'out'
  /** In qəpik. */
  amount: number
  reference: string
  date: string
}

export const enterTransfer = (locale: Locale, code: string, transfer: TransferInput) =>
  call({ method: 'POST', path: adminPathOf(code, 'transfers'), locale, body: transfer }) as Promise<AdminResponse>

export const cancelRequest = (locale: Locale, code: string, reason: string) =>
  call({ method: 'POST', path: adminPathOf(code, 'cancel'), locale, body: reason ? { reason } : {} }) as Promise<AdminResponse>
