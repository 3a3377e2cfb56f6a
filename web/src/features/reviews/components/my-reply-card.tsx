import { Link } from 'react-router'
import type { MyReply } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { When } from '~shared/ui/when'
import { LongText } from './long-text'
import { StateBadge, StateNote } from './state-note'

/** A reply among all of one's own: what it answers, in what state it is, and why. */
export function MyReplyCard({ mine: { reply, review, product, reason } }: { mine: MyReply }) {
  const t = useT()
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">
          <Link to={paths.reviewsOf(product.slug)} className="hover:text-accent-text hover:underline">
            {product.name}
          </Link>
        </h3>
        <StateBadge state={reply.state} />
      </div>
      <figure className="grid gap-1 border-l-2 border-line pl-4 text-[0.9375rem] text-muted">
        <figcaption className="font-semibold">{review.author || t('reviews.someone')}</figcaption>
        <blockquote className="line-clamp-2 wrap-anywhere">{review.text ?? t('reviews.replies.hidden')}</blockquote>
      </figure>
      <div className="grid gap-1">
        <When at={reply.createdAt} className="text-sm text-muted" />
        <LongText text={reply.text} />
      </div>
      <StateNote state={reply.state} reason={reason} about="reply" />
    </li>
  )
}
