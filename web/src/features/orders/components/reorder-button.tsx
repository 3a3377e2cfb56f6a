// Puts the products of an earlier order into the cart.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useNavigate } from 'react-router'
import { cartQuery, countsQuery } from '~/features/account/counts'
import { keyOf } from '~/features/basket/rules'
import type { Order, OrderLine } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { toast } from '~shared/ui/toast-store'
import { reorder } from '../mutations'

const nameOf = ({ name, size }: OrderLine) => (size ? `${name}, ${size}` : name)

/** The response has the number of missing products; comparing the order with the cart finds which ones. */
function useReorder(order: Order) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()

  return useMutation({
    mutationFn: async () => {
      const { data } = await reorder(locale, order.code)
      const cart = await client.query({ ...cartQuery(locale), staleTime: 0 })
      const availableKeys = new Set(
        cart.data.items.filter(({ available }) => available > 0).map((item) => keyOf(item.productId, item.sizeId)),
      )
      const missingLines = order.lines.filter((line) => !availableKeys.has(keyOf(line.productId, line.sizeId)))
      // The cart may have changed since, so only the response tells whether products are missing.
      return { added: data.added, missingNames: data.missing > 0 ? missingLines.map(nameOf) : [] }
    },
    onSuccess: ({ added, missingNames }) => {
      if (missingNames.length > 0) return
      const action = { label: t('common.cart.view'), run: () => void navigate(paths.cart()) }
      toast.good(t('orders.reorder.done', { count: added }), { action })
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: () => client.invalidateQueries({ queryKey: countsQuery(locale).queryKey }),
  })
}

/** Names the products that are not available. */
export function ReorderButton({ order, size = 'md' }: { order: Order; size?: 'md' | 'lg' }) {
  const t = useT()
  const { mutate, isPending, data, reset } = useReorder(order)
  const missingNames = data?.missingNames ?? []
  return (
    <>
      <Button
        look="secondary"
        size={size}
        busy={isPending}
        disabled={isPending}
        aria-label={t('orders.reorder.of', { code: order.code })}
        onClick={() => mutate()}
      >
        <RotateCcw aria-hidden className="size-4.5" />
        {t('orders.reorder.again')}
      </Button>
      <Sheet title={data?.added ? t('orders.reorder.partly') : t('orders.reorder.none')} open={missingNames.length > 0} onClose={reset}>
        <p className="text-pretty text-muted">{t('orders.reorder.missing')}</p>
        <ul className="mt-3 grid gap-1.5">
          {missingNames.map((name) => (
            <li key={name} className="rounded-lg bg-sunken px-4 py-2.5">
              {name}
            </li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap gap-3">
          {data?.added ? (
            <ButtonLink to={paths.cart()} size="lg">
              {t('common.cart.view')}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.home()} size="lg">
              {t('common.toShop')}
            </ButtonLink>
          )}
          <Button look="quiet" size="lg" onClick={reset}>
            {t('common.close')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
