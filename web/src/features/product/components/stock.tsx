import { ArrowRight, CircleCheck, CircleX, Flame } from 'lucide-react'
import { Link } from 'react-router'
import type { Product } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'

const FEW = 5
const LINE = 'flex items-center gap-2 text-[0.9375rem] font-semibold'

/** Whether there is any, and how few; where there is none, the way on. */
export function Stock({ product, canBuy, left }: { product: Product; canBuy: boolean; left: number }) {
  const t = useT()
  if (!canBuy)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <p className={`${LINE} min-h-11 text-bad`}>
          <CircleX aria-hidden className="size-5" />
          {t('product.stock.none')}
        </p>
        <Link
          to={`${paths.category(product.category.slug)}?inStock=true`}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent-text hover:underline"
        >
          {t('product.alike')}
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
    )
  if (left <= FEW)
    return (
      <p className={`${LINE} text-warn`}>
        <Flame aria-hidden className="size-5" />
        {t('catalog.left', { count: left })}
      </p>
    )
  return (
    <p className={`${LINE} text-good`}>
      <CircleCheck aria-hidden className="size-5" />
      {t('product.stock.some')}
    </p>
  )
}
