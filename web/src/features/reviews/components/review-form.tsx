import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { MyReview } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { refreshReviews, writeReview } from '../mutations'
import { REVIEW, reviewSchema, type Typed } from '../rules'
import { useDraftName, useKeepDraft } from '~shared/features/forms/use-draft'
import { CountedArea } from './counted-area'
import { StarField } from './star-field'

interface Props {
  product: { id: number; slug: string }
  /** The one that is there already: it is written anew. */
  mine?: MyReview | undefined
  onClose: () => void
}

const typedOf = (mine?: MyReview): Typed => ({ rating: mine ? String(mine.review.rating) : '', text: mine?.review.text ?? '' })

export default function ReviewForm({ product, mine, onClose }: Props) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const draft = useDraftName(`review ${product.id}`)
  const user = useAuth((state) => state.user)
  const form = useSendForm({
    schema: reviewSchema,
    values: drafts.read(draft, typedOf(mine)),
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
        <CountedArea name="text" longest={REVIEW.longest} hint={t('reviews.form.hint')} />
        {user && <p className="text-sm text-muted">{t('reviews.form.name', { name: nameOf(user) })}</p>}
      </SendForm>
    </section>
  )
}

/** As the server shows it: `Aysel M.` */
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  lastName ? `${firstName} ${lastName.charAt(0).toLocaleUpperCase('az')}.` : firstName
