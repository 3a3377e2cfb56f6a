import { Pencil, Trash2 } from 'lucide-react'
import type { MyReview as Mine } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { When } from '~shared/ui/when'
import { useWithdraw } from '../mutations'
import { LongText } from './long-text'
import { Replies } from './replies'
import { StateBadge, StateNote } from './state-note'
import { Stars } from '~shared/features/reviews/stars'

/** The caller's own review, above those of others, with its state and what can be done with it. */
export function MyReview({ mine, onEdit }: { mine: Mine; onEdit: () => void }) {
  const t = useT()
  const { mutate: withdraw, isPending } = useWithdraw()
  const { review } = mine
  return (
    <section aria-labelledby="my-review" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="my-review" className="text-base">
          {t('reviews.mine.one')}
        </h3>
        <StateBadge state={review.state} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars value={review.rating} />
        <When at={review.updatedAt ?? review.createdAt} className="text-sm text-muted" />
      </p>
      <LongText text={review.text} />
      <StateNote state={mine.review.state} reason={mine.reason} />
      {review.replies.length > 0 && <Replies replies={review.replies} />}
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
          {t('reviews.edit')}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => withdraw(mine)}>
          <Trash2 aria-hidden className="size-4" />
          {t('reviews.withdraw')}
        </Button>
      </div>
    </section>
  )
}
