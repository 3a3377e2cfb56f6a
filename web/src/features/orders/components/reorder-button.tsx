import { RotateCcw } from 'lucide-react'
import type { Order } from '~shared/api/types'
import { Sheet } from '~shared/ui/sheet'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { useReorder } from '../use-reorder'

/** Puts into the cart what can still be had, and names the rest. */
export function ReorderButton({ order, size = 'md' }: { order: Order; size?: 'md' | 'lg' }) {
  const t = useT()
  const { mutate, isPending, data, reset } = useReorder(order)
  const missing = data?.missing ?? []
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
      <Sheet title={data?.added ? t('orders.reorder.partly') : t('orders.reorder.none')} open={missing.length > 0} onClose={reset}>
        <p className="text-pretty text-muted">{t('orders.reorder.missing')}</p>
        <ul className="mt-3 grid gap-1.5">
          {missing.map((name) => (
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
