import type { ReactNode } from 'react'
import type { ProductCard as Card } from '~shared/api/types'
import { Skeleton } from '~shared/ui/states'
import { ProductCard } from './product-card'

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-4'
/** Cards whose pictures load at once, because they are visible first. */
const EAGER_CARDS = 4

export const Grid = ({ children }: { children: ReactNode }) => <ul className={GRID}>{children}</ul>

interface ItemsProps {
  products: Card[]
  isAboveFold?: boolean
  /** Rank of the first product in the whole list. */
  from?: number
  onOpen?: ((product: Card, position: number) => void) | undefined
}

/** `position` is the product's rank in the whole list. */
export function ProductItems({ products, isAboveFold = false, from = 1, onOpen }: ItemsProps) {
  return products.map((product, index) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        eager={isAboveFold && index < EAGER_CARDS}
        headingLevel={2}
        onOpen={onOpen && (() => onOpen(product, from + index))}
      />
    </li>
  ))
}

export function CardSkeleton({ isStatic = false }: { isStatic?: boolean }) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <Skeleton isStatic={isStatic} className="aspect-square rounded-none" />
      <div className="grid min-h-36 content-start gap-2.5 p-4">
        <Skeleton isStatic={isStatic} className="h-3.5 w-1/2" />
        <Skeleton isStatic={isStatic} className="h-4 w-full" />
        <Skeleton isStatic={isStatic} className="h-6 w-2/5" />
      </div>
    </div>
  )
}

export function SkeletonItems({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- they are all the same
    <li key={index}>
      <CardSkeleton />
    </li>
  ))
}
