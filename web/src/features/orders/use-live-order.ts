import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale } from '~shared/i18n/context'
import { useIsVisible } from '~/lib/use-is-visible'
import { follow } from './follow'
import { orderQuery } from './queries'
import { isAtRest } from '~shared/features/orders/steps'

const POLL = 10_000
const IMPATIENT_POLL = 2000

/**
 * An order that changes by itself: told by the server while the line stands, asked for while it does not. `isUrgent` when somebody
 * sits and waits for one answer.
 */
export function useLiveOrder(code: string, isUrgent: boolean) {
  const locale = useLocale()
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const [isLive, setLive] = useState(false)
  const answer = useQuery({
    ...orderQuery(locale, code),
    refetchInterval: ({ state }) => {
      const order = state.data?.data
      if (!order || isAtRest(order)) return false
      // The line tells of the order's own steps. What an operator thinks of a refund is none.
      if (isLive && !order.refunds.some(({ status }) => status === 'requested')) return false
      return isUrgent ? IMPATIENT_POLL : POLL
    },
  })
  const order = answer.data?.data
  const isFollowed = order !== undefined && isVisible && !isAtRest(order)

  useEffect(() => {
    if (!isFollowed) return
    const stop = new AbortController()
    const { queryKey } = orderQuery(locale, code)
    const listener = {
      stands: setLive,
      heard: (data: typeof order) => {
        // An answer on its way is older than what was just heard.
        void client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, { data })
      },
    }
    void follow(locale, code, stop.signal, listener)
    return () => stop.abort()
  }, [isFollowed, locale, code, client])

  return { ...answer, order, isLive: isLive && isFollowed }
}
