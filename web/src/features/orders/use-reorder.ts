import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Order, OrderLine } from '~shared/api/types'
import { cartQuery, countsQuery } from '~/features/basket/queries'
import { keyOf } from '~/features/basket/rules'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { reorder } from './mutations'

const nameOf = ({ name, size }: OrderLine) => (size ? `${name}, ${size}` : name)

/** The answer counts what could not be had; which those are, the cart shows. */
export function useReorder(order: Order) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()

  return useMutation({
    mutationFn: async () => {
      const { data } = await reorder(locale, order.code)
      const cart = await client.query({ ...cartQuery(locale), staleTime: 0 })
      const held = new Set(cart.data.items.filter(({ available }) => available > 0).map((item) => keyOf(item.productId, item.sizeId)))
      const gone = order.lines.filter((line) => !held.has(keyOf(line.productId, line.sizeId)))
      return { added: data.added, missing: data.missing > 0 ? gone.map(nameOf) : [] }
    },
    onSuccess: ({ added, missing }) => {
      if (missing.length > 0) return
      const action = { label: t('common.cart.view'), run: () => void navigate(paths.cart()) }
      toast.good(t('orders.reorder.done', { count: added }), { action })
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: () => client.invalidateQueries({ queryKey: countsQuery(locale).queryKey }),
  })
}
