import { call } from '~shared/api/http'
import type { Answer, PaymentMethod, RefundGround, RefundLine } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

const at = (code: string, act: 'cancel' | 'pay' | 'refund' | 'reorder') => `/order/${encodeURIComponent(code)}/${act}`

export const cancelOrder = (locale: Locale, code: string, reason: string) =>
  call({ method: 'POST', path: at(code, 'cancel'), locale, body: reason ? { reason } : {} }) as Promise<
    Answer<'/order/{code}/cancel', 'post'>
  >

export interface Payment {
  paymentMethod: PaymentMethod
  months?: number
}

export const payOrder = (locale: Locale, code: string, payment: Payment, idempotencyKey: string) =>
  call({ method: 'POST', path: at(code, 'pay'), locale, body: payment, idempotencyKey }) as Promise<Answer<'/order/{code}/pay', 'post'>>

export interface Wish {
  ground: RefundGround
  reason: string
  /** The whole order without them. */
  lines?: RefundLine[]
  /** Addresses of uploaded pictures. */
  pictures?: string[]
}

export const askRefund = (locale: Locale, code: string, wish: Wish, idempotencyKey: string) =>
  call({ method: 'POST', path: at(code, 'refund'), locale, body: wish, idempotencyKey }) as Promise<Answer<'/order/{code}/refund', 'post'>>

export const reorder = (locale: Locale, code: string) =>
  call({ method: 'POST', path: at(code, 'reorder'), locale, body: {} }) as Promise<Answer<'/order/{code}/reorder', 'post'>>
