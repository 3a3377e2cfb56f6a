import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { orderQuery } from './queries'

const isAboutOrders = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith('/order/')

/** What an answer says of an order is on the screen at once; the lists that show it are asked for when they are next seen. */
export function useOrderChange() {
  const locale = useLocale()
  const client = useQueryClient()
  return {
    show: (order: Order) => {
      client.setQueryData(orderQuery(locale, order.code).queryKey, { data: order })
      void client.invalidateQueries({ predicate: isAboutOrders, refetchType: 'none' })
    },
    askAgain: () => client.invalidateQueries({ predicate: isAboutOrders }),
  }
}
