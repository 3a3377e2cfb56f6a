import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { MyReview } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { refreshReviews, writeReview } from '../mutations'
import { REVIEW, reviewSchema, type TypedReview } from '../rules'
import { CountedArea } from './parts'

interface ReviewFormProps {
  product: { id: number; slug: string }
  /** The existing review, which the form replaces. */
  mine?: MyReview | undefined
  onClose: () => void
}

const initialValues = (mine?: MyReview): TypedReview => ({ rating: mine ? String(mine.review.rating) : '', text: mine?.review.text ?? '' })

/** An account has one review of a product. What was typed is kept as a draft. */
export default function ReviewForm({ product, mine, onClose }: ReviewFormProps) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const draft = useDraftName(`review ${product.id}`)
  const user = useAuth((state) => state.user)
  const form = useSendForm({
    schema: reviewSchema,
    values: drafts.read(draft, initialValues(mine)),
    labels: { rating: t('reviews.form.rating'), text: t('reviews.form.text') },
    send: (opinion) => writeReview(locale, product.id, opinion),
    onSent: async ({ data }) => {
      await refreshReviews(client, product)
      drafts.drop(draft)
      toast.good(t(data.state === 'published' ? 'reviews.sent.published' : 'reviews.sent.pending'))
      onClose()
    },
  })
  useKeepDraft(draft, form)

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <section aria-labelledby={title} className="max-w-2xl appear rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h3 id={title} ref={heading} tabIndex={-1} className="mb-5 text-xl outline-none">
        {mine ? t('reviews.edit') : t('reviews.write')}
      </h3>
      <SendForm
        form={form}
        submit={t('reviews.form.submit')}
        beside={
          <Button look="quiet" size="lg" onClick={onClose}>
            {t('reviews.reply.cancel')}
          </Button>
        }
      >
        <StarField name="rating" />
        <CountedArea name="text" max={REVIEW.max} hint={t('reviews.form.hint')} />
        {user && <p className="text-sm text-muted">{t('reviews.form.name', { name: nameOf(user) })}</p>}
      </SendForm>
    </section>
  )
}

/** The name under a review, shortened as by the server: `Aysel M.`. */
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  lastName ? `${firstName} ${lastName.charAt(0).toLocaleUpperCase('az')}.` : firstName

const SCALE = ['1', '2', '3', '4', '5'] as const

/** Radio buttons drawn as stars, so that arrow keys work and each is named. */
function StarField({ name }: { name: string }) {
  const t = useT()
  const id = useId()
  const { form, labels, errorFor } = useParentForm()
  const [pointedRating, setPointed] = useState(0)
  const chosen = Number(useWatch({ control: form.control, name }) ?? 0)
  const rating = pointedRating || chosen
  const label = SCALE[rating - 1]
  const error = errorFor(name)
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
      className="grid gap-1"
    >
      <legend className="mb-1 text-[0.9375rem] font-semibold">{labels[name]}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex" onPointerLeave={() => setPointed(0)}>
          {SCALE.map((value) => (
            <label
              key={value}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(Number(value))}
              className="relative grid size-12 cursor-pointer place-items-center"
            >
              <input
                {...form.register(name)}
                type="radio"
                value={value}
                aria-label={`${t('reviews.stars', { count: Number(value) })}, ${t(`reviews.scale.${value}`)}`}
                className="absolute inset-1 cursor-pointer appearance-none rounded-md outline-offset-0"
              />
              <Star
                aria-hidden
                className={clsx(
                  'pointer-events-none size-9 transition-[scale,color] duration-150',
                  Number(value) <= rating ? 'scale-100 fill-star text-star' : 'scale-92 fill-transparent text-line-strong',
                )}
                strokeWidth={1.5}
              />
            </label>
          ))}
        </div>
        <span aria-hidden className="min-h-6 font-semibold">
          {label && t(`reviews.scale.${label}`)}
        </span>
      </div>
      {error && (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
