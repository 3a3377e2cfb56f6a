import clsx from 'clsx'
import { Heart } from 'lucide-react'
import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { useFavourite } from '../favourites'

interface FavouriteButtonProps {
  product: ProductCard
  className?: string
  /** Replaces unliking on pages that remove the favourite themselves. */
  onUnlike?: (() => void) | undefined
}

export function FavouriteButton({ product, className, onUnlike }: FavouriteButtonProps) {
  const t = useT()
  const { isLiked, toggle } = useFavourite(product)
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={t('common.favourite.of', { name: product.name })}
      onClick={isLiked && onUnlike ? onUnlike : toggle}
      className={clsx('grid size-11 place-items-center rounded-full transition-[color,scale] active:scale-90', className)}
    >
      <Heart aria-hidden className={clsx('size-5.5', isLiked ? 'fill-accent text-accent' : 'text-current')} />
    </button>
  )
}
