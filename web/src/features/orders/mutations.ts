import { useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { hasPathPrefix } from '~shared/api/query'
import type { ApiResponse, Order, PaymentMethod } from '~shared/api/types'
import type { RefundInput } from '~shared/features/orders/refund-form'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { orderQuery } from '../account/queries'

const pathOf = (code: string, action: 'cancel' | 'pay' | 'refund' | 'reorder') => `/order/${encodeURIComponent(code)}/${action}`

export const cancelOrder = (locale: Locale, code: string, reason: string) =>
  call({ method: 'POST', path: pathOf(code, 'cancel'), locale, body: reason ? { reason } : {} }) as Promise<
    ApiResponse<'/order/{code}/cancel', 'post'>
  >

export interface Payment {
  paymentMethod: PaymentMethod
  months?: number
}

export const payOrder = (locale: Locale, code: string, payment: Payment, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'pay'), locale, body: payment, idempotencyKey }) as Promise<
    ApiResponse<'/order/{code}/pay', 'post'>
  >

export const requestRefund = (locale: Locale, code: string, refund: RefundInput, idempotencyKey: string) =>
  call({ method: 'POST', path: pathOf(code, 'refund'), locale, body: refund, idempotencyKey }) as Promise<
    ApiResponse<'/order/{code}/refund', 'post'>
  >

export const reorder = (locale: Locale, code: string) =>
  call({ method: 'POST', path: pathOf(code, 'reorder'), locale, body: {} }) as Promise<ApiResponse<'/order/{code}/reorder', 'post'>>

const isAboutOrders = hasPathPrefix('/order/')

/** Updates the cache after a change: with the order of a response, or by refetching. */
export function useOrderChange() {
  const locale = useLocale()
  const client = useQueryClient()
  return {
    showOrder: (order: Order) => {
      client.setQueryData(orderQuery(locale, order.code).queryKey, { data: order })
      void client.invalidateQueries({ predicate: isAboutOrders, refetchType: 'none' })
    },
    refetchOrders: () => client.invalidateQueries({ predicate: isAboutOrders }),
  }
}
