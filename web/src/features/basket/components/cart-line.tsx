import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { Stepper } from '~shared/ui/choices'

/** A line of an account's cart or a guest's basket. */
export interface LineView {
  key: string
  product: ProductCard | undefined
  sizeName?: string | undefined
  count: number
  total: number
  /** The total without discounts. */
  fullTotal: number
  /** The greatest count, which is the stock. */
  max?: number | undefined
  problem?: string | undefined
  /** Changes since the line was added. */
  note?: string | undefined
}

interface CartLineProps {
  line: LineView
  onLess: () => void
  onMore: () => void
  onRemove: () => void
}

/** A product that no longer exists has no link, but can be removed. */
export function CartLine({ line, onLess, onMore, onRemove }: CartLineProps) {
  const t = useT()
  const { product, count, total, fullTotal } = line
  const name = product?.name ?? t('cart.gone')
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-5">
      <div className="aspect-square overflow-hidden rounded-lg bg-pearl">
        {product && <Picture src={product.imageUrl} alt="" sizes="112px" className="size-full object-cover" />}
      </div>
      <div className="grid content-between gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="grid gap-0.5">
            {product ? (
              <Link to={paths.product(product.slug)} className="font-medium hover:text-accent-text">
                {name}
              </Link>
            ) : (
              <p className="font-medium text-muted">{name}</p>
            )}
            {line.sizeName && <p className="text-sm text-muted">{t('cart.size', { name: line.sizeName })}</p>}
            {line.note && <p className="text-sm font-medium text-warn">{line.note}</p>}
            {line.problem && <p className="text-sm font-medium text-bad">{line.problem}</p>}
          </div>
          <button
            type="button"
            aria-label={t('cart.removeOf', { name })}
            onClick={onRemove}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-bad"
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Stepper
            count={count}
            max={line.max}
            labels={{
              group: t('cart.countOf', { name }),
              less: t('cart.lessOf', { name }),
              more: t('cart.moreOf', { name }),
              remove: t('cart.removeLineOf', { name }),
            }}
            onLess={onLess}
            onMore={onMore}
          />
          <p className="grid justify-items-end">
            {fullTotal > total && (
              <>
                <span className="sr-only">{t('common.price.before')} </span>
                <s className="text-sm text-muted tabular-nums">{money(fullTotal)}</s>
                <span className="sr-only">, {t('common.price.now')} </span>
              </>
            )}
            <strong className="text-lg font-bold tabular-nums">{money(total)}</strong>
          </p>
        </div>
      </div>
    </li>
  )
}
