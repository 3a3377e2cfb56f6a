// Operators' requests about orders and refunds. An order has a part for each store; a move sets the next status of the order or a part.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrderFilter } from '~admin/paths'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Order, OrderStatus, RefundStatus, Schemas } from '~shared/api/types'
import type { RefundInput } from '~shared/features/orders/refund-form'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { paramsOf } from './filter'

/** A copy of the server's table, so that every offered move is accepted. */
const MOVES: Record<OrderStatus, OrderStatus[]> = {
  waiting: ['confirmed', 'cancelled'],
  confirmed: ['searching_courier', 'cancelled'],
  searching_courier: ['courier_appointed', 'cancelled'],
  courier_appointed: ['handed_to_courier', 'searching_courier', 'cancelled'],
  handed_to_courier: ['on_the_way', 'returned'],
  on_the_way: ['delivered', 'returned'],
  delivered: [],
  cancelled: [],
  returned: [],
}

export const movesOf = (status: OrderStatus): OrderStatus[] => MOVES[status]

/** While the order waits for its payment, it can only be cancelled. */
export const nextStatuses = ({ canPay }: Pick<Order, 'canPay'>, status: OrderStatus): OrderStatus[] =>
  canPay ? movesOf(status).filter((move) => move === 'cancelled') : movesOf(status)

/** The reason is shown to the shopper. */
export const needsReason = (status: OrderStatus) => status === 'cancelled' || status === 'returned'

export const REFUND_STATUSES = ['requested', 'approved', 'paid', 'refused'] as const satisfies RefundStatus[]

const PER_PAGE = '20'
const POLLED = { staleTime: LOADER_FRESH_MS, refetchInterval: 20_000 }

export const adminOrdersQuery = (locale: Locale, filter: OrderFilter, cursor?: string) => ({
  ...get(locale, '/admin/orders', { query: { ...paramsOf(filter), cursor, limit: PER_PAGE } }),
  ...POLLED,
})

export type StatusCount = Schemas['StatusCount']

export const orderCountsQuery = (locale: Locale) => ({ ...get(locale, '/admin/order-counts'), ...POLLED })

export const adminOrderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/orders/{code}', { path: { code } }),
  ...POLLED,
})

export const adminRefundsQuery = (locale: Locale, status: RefundStatus, page: number) => ({
  ...get(locale, '/admin/refunds', { query: { status, page: String(page), perPage: PER_PAGE } }),
  ...POLLED,
})

interface Move {
  status: OrderStatus
  /** The store whose part is moved. Without it, the whole order is moved. */
  storeId?: number | undefined
  reason?: string | undefined
}

export const moveOrder = (locale: Locale, code: string, move: Move) =>
  call({ method: 'POST', path: `/admin/orders/${encodeURIComponent(code)}/move`, locale, body: move }) as Promise<
    ApiResponse<'/admin/orders/{code}/move', 'post'>
  >

export const requestRefund = (locale: Locale, code: string, refund: RefundInput, idempotencyKey: string) =>
  call({ method: 'POST', path: `/admin/orders/${encodeURIComponent(code)}/refund`, locale, body: refund, idempotencyKey }) as Promise<
    ApiResponse<'/admin/orders/{code}/refund', 'post'>
  >

export type OrderNote = Schemas['OrderNote']

export const orderNotesQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/orders/{code}/notes', { path: { code } }),
  staleTime: LOADER_FRESH_MS,
})

export const addNote = (locale: Locale, code: string, text: string) =>
  call({ method: 'POST', path: `/admin/orders/${encodeURIComponent(code)}/notes`, locale, body: { text } }) as Promise<
    ApiResponse<'/admin/orders/{code}/notes', 'post'>
  >

interface RefundDecision {
  approve: boolean
  answer?: string
  /** Whether the returned goods are put on sale again. */
  restock: boolean
}

export const decideRefund = (locale: Locale, id: number, decision: RefundDecision) =>
  call({ method: 'POST', path: `/admin/refunds/${id}/decide`, locale, body: decision }) as Promise<
    ApiResponse<'/admin/refunds/{id}/decide', 'post'>
  >

const isAdminOrder = hasPathPrefix('/admin/orders', '/admin/order-counts', '/admin/deliveries', '/admin/refunds')

/** `show` puts an order of a response into the cache; `refresh` fetches all lists and counts again. */
export function useRefreshOrders() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return {
    show: (order: Order) => client.setQueryData(adminOrderQuery(locale, order.code).queryKey, { data: order }),
    refresh: () => client.invalidateQueries({ predicate: isAdminOrder }),
  }
}

export function useMoveOrder(code: string) {
  const { t, locale } = useI18n()
  const { show, refresh } = useRefreshOrders()
  return useMutation({
    mutationFn: (move: Move) => moveOrder(locale, code, move),
    onSuccess: ({ data }, { status }) => {
      show(data)
      toast.good(t('admin.moved', { code, status: t(`orders.status.${status}`) }))
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
