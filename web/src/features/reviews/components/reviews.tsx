import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { BadgeCheck, ChevronDown, Pencil, PenLine, Trash2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { onDemandPart } from '~/lib/lazy-part'
import type { MyReview as Mine } from '~shared/api/types'
import { useIsSignedIn } from '~shared/features/auth/store'
import { Stars } from '~shared/features/reviews/stars'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { Section } from '~shared/ui/section'
import { Skeleton } from '~shared/ui/states'
import { RelativeTime } from '~shared/ui/relative-time'
import { useWithdraw } from '../mutations'
import { ALL, type ReviewFilter, reviewsQuery, SORTS, useMyReviewOf } from '../queries'
import { useWriting } from '../rules'
import { LongText, Replies, StateBadge, StateNote } from './parts'
import { ReviewList } from './review-list'
import { Summary } from './summary'

/** Reviews on a product page. The account's own review, or the form to write it, is above the list. */
export default function Reviews({ product }: { product: { id: number; slug: string } }) {
  const { t, locale } = useI18n()
  const [choice, setChoice] = useState<ReviewFilter>(ALL)
  // The summary covers all reviews, whatever the filter is.
  const summary = useQuery(reviewsQuery(locale, product.id, ALL, 1)).data?.data.summary
  const choose = (change: Partial<ReviewFilter>) => setChoice({ ...choice, ...change })

  return (
    <Section title={t('reviews.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-12">
        {summary && summary.count > 0 && <Summary summary={summary} chosen={choice.stars} onChoose={(stars) => choose({ stars })} />}
        {summary?.count === 0 && <NoneYet />}
        {!summary && <Skeleton className="h-64 w-full rounded-xl" />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <WriteOrSignIn product={product} />
          {summary && summary.count > 0 && <Toolbar choice={choice} onChoose={choose} />}
          <ReviewList key={Object.values(choice).join()} product={product} choice={choice} onShowAll={() => setChoice(ALL)} />
        </div>
      </div>
    </Section>
  )
}

function NoneYet() {
  const t = useT()
  return (
    <div className="grid gap-1 rounded-xl bg-sunken p-5 sm:p-7">
      <h3 className="text-lg">{t('reviews.none')}</h3>
      <p className="text-muted text-pretty">{t('reviews.noneText')}</p>
    </div>
  )
}

const ReviewForm = onDemandPart(() => import('./review-form'), 'personal')

function WriteOrSignIn({ product }: { product: { id: number; slug: string } }) {
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

interface ToolbarProps {
  choice: ReviewFilter
  onChoose: (change: Partial<ReviewFilter>) => void
}

const PILL = 'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-[0.9375rem] font-medium'
const PLAIN = 'border-line-strong/60 bg-surface hover:border-line-strong'
const PRESSED = 'border-accent bg-accent-soft text-accent-text'

function Toolbar({ choice: { sort, stars, isVerified }, onChoose }: ToolbarProps) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        aria-pressed={isVerified}
        onClick={() => onChoose({ isVerified: !isVerified })}
        className={clsx(PILL, isVerified ? PRESSED : PLAIN)}
      >
        <BadgeCheck aria-hidden className="size-4.5" />
        {t('reviews.onlyVerified')}
      </button>
      {stars !== null && (
        <button type="button" onClick={() => onChoose({ stars: null })} className={clsx(PILL, PRESSED)}>
          {t('reviews.only', { stars: t('reviews.stars', { count: stars }) })}
          <X aria-hidden className="size-4" />
          <span className="sr-only">: {t('reviews.all')}</span>
        </button>
      )}
      <div className="relative sm:ml-auto">
        <select
          aria-label={t('reviews.sort.label')}
          value={sort}
          onChange={({ target }) => onChoose({ sort: SORTS.find((sort) => sort === target.value) ?? 'newest' })}
          className={clsx(PILL, PLAIN, 'appearance-none pr-10')}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`reviews.sort.${sort}`)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-4 size-4 text-muted" />
      </div>
    </div>
  )
}

function MyReview({ mine, onEdit }: { mine: Mine; onEdit: () => void }) {
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
        <RelativeTime at={review.updatedAt ?? review.createdAt} className="text-sm text-muted" />
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
