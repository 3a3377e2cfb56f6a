import { CircleCheck, CircleX, Flame } from 'lucide-react'
import { useT } from '~/i18n/context'

const FEW = 5

export function Stock({ inStock, left }: { inStock: boolean; left: number }) {
  const t = useT()
  const line = 'flex items-center gap-2 text-[0.9375rem] font-semibold'
  if (!inStock)
    return (
      <p className={`${line} text-bad`}>
        <CircleX aria-hidden className="size-5" />
        {t('product.stock.none')}
      </p>
    )
  if (left <= FEW)
    return (
      <p className={`${line} text-warn`}>
        <Flame aria-hidden className="size-5" />
        {t('catalog.left', { count: left })}
      </p>
    )
  return (
    <p className={`${line} text-good`}>
      <CircleCheck aria-hidden className="size-5" />
      {t('product.stock.some')}
    </p>
  )
}
