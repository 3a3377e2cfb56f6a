// One review with its replies.

import { BadgeCheck, MessageSquareText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { onDemandPart } from '~/lib/lazy-part'
import type { Review, ReviewReply } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { Stars } from '~shared/features/reviews/stars'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { RelativeTime } from '~shared/ui/relative-time'
import { Skeleton } from '~shared/ui/states'
import { LongText, Replies } from './parts'

const ReplyForm = onDemandPart(() => import('./reply-form'), 'personal')

interface ReviewItemProps {
  review: Review
  product: { id: number; slug: string }
}

export function ReviewItem({ review, product }: ReviewItemProps) {
  const t = useT()
  const [isReplying, setReplying] = useState(false)
  // A reply is visible to its writer at once, and to others after moderation.
  const [pendingReplies, setPendingReplies] = useState<ReviewReply[]>([])
  const replies = [...review.replies, ...pendingReplies.filter(({ id }) => review.replies.every((reply) => reply.id !== id))]
  const author = review.author || t('reviews.someone')

  return (
    <li className="grid gap-3 py-6 first:pt-0">
      <div className="flex gap-3.5">
        <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-lilac font-bold">
          {author.charAt(0)}
        </span>
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-base wrap-anywhere">{author}</h3>
            <p className="text-sm text-muted">
              <RelativeTime at={review.updatedAt ?? review.createdAt} />
              {review.updatedAt && `, ${t('reviews.edited')}`}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars value={review.rating} />
            {review.isVerified && (
              <span className="inline-flex items-center gap-1 text-sm font-medium text-good">
                <BadgeCheck aria-hidden className="size-4" />
                {t('reviews.verified')}
              </span>
            )}
          </div>
        </div>
      </div>
      <LongText text={review.text} />
      {replies.length > 0 && <Replies replies={replies} />}
      {isReplying ? (
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <ReplyForm
            reviewId={review.id}
            product={product}
            onDone={(reply) => {
              setReplying(false)
              if (reply && reply.state !== 'published') setPendingReplies([...pendingReplies, reply])
            }}
          />
        </Suspense>
      ) : (
        <ReplyButton author={author} slug={product.slug} onPress={() => setReplying(true)} />
      )}
    </li>
  )
}

const REPLY_CLASS =
  '-my-1.5 inline-flex min-h-11 items-center gap-2 justify-self-start text-[0.9375rem] font-semibold text-muted hover:text-accent-text'

/** Guests sign in first and return to the reviews. */
function ReplyButton({ author, slug, onPress }: { author: string; slug: string; onPress: () => void }) {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  const label = (
    <>
      <MessageSquareText aria-hidden className="size-4" />
      {t('reviews.reply.open')}
      <span className="sr-only">: {author}</span>
    </>
  )
  if (!isSignedIn)
    return (
      <Link to={paths.signIn(paths.reviewsOf(slug))} className={REPLY_CLASS}>
        {label}
      </Link>
    )
  return (
    <button type="button" onClick={onPress} className={REPLY_CLASS}>
      {label}
    </button>
  )
}
