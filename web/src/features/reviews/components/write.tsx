import { PenLine } from 'lucide-react'
import { Suspense } from 'react'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useT } from '~shared/i18n/context'
import { rarePart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/skeleton'
import { useMyReviewOf } from '../queries'
import { useWriting } from '../use-writing'
import { MyReview } from './my-review'

const ReviewForm = rarePart(() => import('./review-form'), 'personal')

/** The way to one's own review: signing in first, writing it, or what was written. */
export function Write({ product }: { product: { id: number; slug: string } }) {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  const { isWriting, begin, end } = useWriting()
  const { mine, isPending } = useMyReviewOf(product.id)

  if (!isSignedIn)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[0.9375rem] text-muted text-pretty">{t('reviews.guest.text')}</p>
        <ButtonLink look="secondary" to={paths.signIn(paths.writeReview(product.slug))}>
          <PenLine aria-hidden className="size-4.5" />
          {t('reviews.write')}
        </ButtonLink>
      </div>
    )
  if (isPending) return <Skeleton className="h-11 w-40" />
  if (isWriting)
    return (
      <Suspense fallback={<Skeleton className="h-112 w-full max-w-2xl rounded-xl" />}>
        <ReviewForm product={product} mine={mine} onClose={end} />
      </Suspense>
    )
  if (mine) return <MyReview mine={mine} onEdit={begin} />
  return (
    <div>
      <Button look="secondary" size="lg" onClick={begin}>
        <PenLine aria-hidden className="size-4.5" />
        {t('reviews.write')}
      </Button>
    </div>
  )
}
