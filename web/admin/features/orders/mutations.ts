import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { Answer, Order, OrderStatus } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { failureText } from '~shared/features/content/failure-text'
import { deskOrderQuery } from './queries'

export interface Move {
  status: OrderStatus
  storeId?: number | undefined
  reason?: string | undefined
}

export const moveOrder = (locale: Locale, code: string, move: Move) =>
  call({ method: 'POST', path: `/admin/orders/${encodeURIComponent(code)}/move`, locale, body: move }) as Promise<
    Answer<'/admin/orders/{code}/move', 'post'>
  >

export interface Decision {
  approve: boolean
  answer?: string
  restock: boolean
}

export const decideRefund = (locale: Locale, id: number, decision: Decision) =>
  call({ method: 'POST', path: `/admin/refunds/${id}/decide`, locale, body: decision })

const isOnDesk = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ['/admin/orders', '/admin/refunds'].some((path) => String(queryKey[1]).startsWith(path))

/** Another one may have moved it meanwhile: what the lists and counts show is asked for anew. */
export function useDeskChange() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return {
    show: (order: Order) => client.setQueryData(deskOrderQuery(locale, order.code).queryKey, { data: order }),
    refresh: () => client.invalidateQueries({ predicate: isOnDesk }),
  }
}

/** One step along the way, without asking back: a wrong one is seen at once, and a courier can be searched anew. */
export function useMove(code: string) {
  const { t, locale } = useI18n()
  const { show, refresh } = useDeskChange()
  return useMutation({
    mutationFn: (move: Move) => moveOrder(locale, code, move),
    onSuccess: ({ data }, { status }) => {
      show(data)
      toast.good(t('desk.moved', { code, status: t(`orders.status.${status}`) }))
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
