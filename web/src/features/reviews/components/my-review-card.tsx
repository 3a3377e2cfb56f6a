import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { MyReview } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { iconButtonClass, IconButton } from '~shared/ui/icon-button'
import { Picture } from '~shared/ui/picture'
import { When } from '~shared/ui/when'
import { LongText } from './long-text'
import { Replies } from './replies'
import { StateBadge, StateNote } from './state-note'
import { Stars } from '~shared/features/reviews/stars'

/** A review among all of one's own: of which product, in what state, and why. */
export function MyReviewCard({ mine, onWithdraw }: { mine: MyReview; onWithdraw: () => void }) {
  const t = useT()
  const { review, product } = mine
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex gap-4">
        <Picture src={product.imageUrl} alt="" sizes="72px" className="size-18 shrink-0 rounded-lg bg-pearl object-cover" />
        <div className="grid min-w-0 grow content-start gap-1">
          <h2 className="text-base">
            <Link to={paths.product(product.slug)} className="hover:text-accent-text hover:underline">
              {product.name}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars value={review.rating} />
            <When at={review.updatedAt ?? review.createdAt} className="text-sm text-muted" />
          </p>
        </div>
      </div>
      <div className="flex items-center justify-between gap-3">
        <StateBadge state={review.state} />
        <div className="-my-2 -mr-2 flex">
          <Link
            to={paths.writeReview(product.slug)}
            aria-label={t('reviews.mine.editOf', { name: product.name })}
            className={iconButtonClass}
          >
            <Pencil aria-hidden className="size-4.5" />
          </Link>
          <IconButton label={t('reviews.mine.withdrawOf', { name: product.name })} onClick={onWithdraw} className="-ml-1">
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      </div>
      <LongText text={review.text} />
      <StateNote state={mine.review.state} reason={mine.reason} />
      {review.replies.length > 0 && <Replies replies={review.replies} />}
    </li>
  )
}
