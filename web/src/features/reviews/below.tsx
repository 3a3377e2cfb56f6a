import clsx from 'clsx'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { Product } from '~shared/api/types'
import { lazyPart } from '~/lib/lazy-part'
import { REVIEWS } from '~shared/lib/paths'
import { useNear } from '~/lib/use-near'
import { Quietly } from '~shared/ui/quietly'
import { Skeleton } from '~shared/ui/skeleton'
import { useIsWriting } from './use-writing'

const Reviews = lazyPart(() => import('./components/reviews'), 'reviews')

/** The place of the reviews. They are fetched when it comes near, or when the address leads there. */
export function ReviewsBelow({ product }: { product: Product }) {
  const { ref, isNear } = useNear()
  const isAskedFor = useLocation().hash === `#${REVIEWS.place}`
  const isWriting = useIsWriting()
  const isWanted = isNear || isAskedFor || isWriting
  return (
    <div ref={ref} id={REVIEWS.place} className={clsx('grid grid-cols-[minmax(0,1fr)]', !isWanted && 'min-h-144')}>
      {isWanted && (
        <Quietly>
          <Suspense fallback={<Waiting />}>
            <Reviews product={product} />
          </Suspense>
        </Quietly>
      )}
    </div>
  )
}

const Waiting = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-44 w-full rounded-xl" />
    <Skeleton className="h-32 w-full rounded-xl" />
    <Skeleton className="h-32 w-full rounded-xl" />
  </div>
)
