import { get, JUST_LOADED } from '~shared/api/query'
import type { OrderStatus, PaymentStatus, RefundStatus } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { STEPS } from '~shared/features/orders/steps'

export const STATUSES = [...STEPS, 'cancelled', 'returned'] as const satisfies OrderStatus[]
export const REFUND_STATES = ['requested', 'approved', 'paid', 'refused'] as const satisfies RefundStatus[]

export const PAYMENTS = ['unpaid', 'pending', 'paid', 'failed', 'partly_refunded', 'refunded'] as const satisfies PaymentStatus[]

const PER_PAGE = '20'
/** What comes in meanwhile shows up by itself. */
const ALWAYS_NEW = { staleTime: JUST_LOADED, refetchInterval: 20_000 }

export interface Filter {
  status?: OrderStatus | undefined
  payment?: PaymentStatus | undefined
  /** A code, or its beginning. */
  code?: string | undefined
}

export const deskOrdersQuery = (locale: Locale, { status, payment, code }: Filter, page: number) => ({
  ...get(locale, '/admin/orders', { query: { status, paymentStatus: payment, code, page: String(page), perPage: PER_PAGE } }),
  ...ALWAYS_NEW,
})

/** How many there are of a status: the smallest page tells it. */
export const deskCountQuery = (locale: Locale, status: OrderStatus) => ({
  ...get(locale, '/admin/orders', { query: { status, page: '1', perPage: '1' } }),
  ...ALWAYS_NEW,
})

export const deskOrderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/orders/{code}', { path: { code } }),
  ...ALWAYS_NEW,
})

export const deskRefundsQuery = (locale: Locale, status: RefundStatus, page: number) => ({
  ...get(locale, '/admin/refunds', { query: { status, page: String(page), perPage: PER_PAGE } }),
  ...ALWAYS_NEW,
})
