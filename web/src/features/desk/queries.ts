import { get } from '~/api/query'
import type { OrderStatus, RefundStatus } from '~/api/types'
import type { Locale } from '~/i18n/locale'
import { STEPS } from '../orders/steps'

export const STATUSES = [...STEPS, 'cancelled', 'returned'] as const satisfies OrderStatus[]
export const REFUND_STATES = ['requested', 'approved', 'paid', 'refused'] as const satisfies RefundStatus[]

const PER_PAGE = '20'

export interface Filter {
  status?: OrderStatus | undefined
  /** A code, or its beginning. */
  code?: string | undefined
}

export const deskOrdersQuery = (locale: Locale, { status, code }: Filter, page: number) => ({
  ...get(locale, '/admin/orders', { query: { status, code, page: String(page), perPage: PER_PAGE } }),
  staleTime: 0,
})

/** How many there are of a status: the smallest page tells it. */
export const deskCountQuery = (locale: Locale, status: OrderStatus) => ({
  ...get(locale, '/admin/orders', { query: { status, page: '1', perPage: '1' } }),
  staleTime: 0,
})

export const deskOrderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/orders/{code}', { path: { code } }),
  staleTime: 0,
})

export const deskRefundsQuery = (locale: Locale, status: RefundStatus, page: number) => ({
  ...get(locale, '/admin/refunds', { query: { status, page: String(page), perPage: PER_PAGE } }),
  staleTime: 0,
})
