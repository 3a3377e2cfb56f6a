// Keeps an order up to date while its page is open.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orderQuery } from '~/features/account/queries'
import { useIsVisible } from '~/lib/use-is-visible'
import { followStream } from '~shared/api/event-stream'
import type { Order } from '~shared/api/types'
import { isSettledOrder } from '~shared/features/orders/steps'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

interface OrderListener {
  onOrder: (order: Order) => void
  onConnected: (isConnected: boolean) => void
}

/** Each event contains the whole order. */
export const followOrder = (locale: Locale, code: string, signal: AbortSignal, { onOrder, onConnected }: OrderListener) =>
  followStream(locale, `/order/${encodeURIComponent(code)}/track`, signal, {
    onConnected,
    onEvent: ({ event, data }) => {
      if (event !== 'order') return false
      onOrder(JSON.parse(data) as Order)
      return true
    },
  })

/** Polls are urgent while the shopper waits for the result of a payment. */
const POLL_MS = 10_000
const URGENT_POLL_MS = 2000

/** Follows the order's stream while the page is visible and the order may change, and polls while the stream is not connected. */
export function useLiveOrder(code: string, isUrgent: boolean) {
  const locale = useLocale()
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const [isConnected, setConnected] = useState(false)
  const response = useQuery({
    ...orderQuery(locale, code),
    refetchInterval: ({ state }) => {
      const order = state.data?.data
      if (!order || isSettledOrder(order)) return false
      // The stream does not send decisions about refunds, so these are polled.
      if (isConnected && !order.refunds.some(({ status }) => status === 'requested')) return false
      return isUrgent ? URGENT_POLL_MS : POLL_MS
    },
  })
  const order = response.data?.data
  const isFollowed = order !== undefined && isVisible && !isSettledOrder(order)

  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    const { queryKey } = orderQuery(locale, code)
    const listener = {
      onConnected: setConnected,
      onOrder: (data: typeof order) => {
        // A pending response is older than the event, and would replace the newer order.
        void client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, { data })
      },
    }
    void followOrder(locale, code, stop.signal, listener)
    return () => stop.abort()
  }, [isFollowed, locale, code, client])

  return { ...response, order, isLive: isConnected && isFollowed }
}
