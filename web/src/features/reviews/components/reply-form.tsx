import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReviewReply } from '~shared/api/types'
import { SendForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { refreshReviews, writeReply } from '../mutations'
import { REPLY, replySchema } from '../rules'
import { CountedArea } from './parts'

interface ReplyFormProps {
  reviewId: number
  product: { id: number; slug: string }
  onDone: (reply?: ReviewReply) => void
}

/** `onDone` gets no reply when the form is cancelled. */
export default function ReplyForm({ reviewId, product, onDone }: ReplyFormProps) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const draft = useDraftName(`reply ${reviewId}`)
  const form = useSendForm({
    schema: replySchema,
    values: drafts.read(draft, { text: '' }),
    labels: { text: t('reviews.reply.label') },
    send: ({ text }) => writeReply(locale, reviewId, text),
    onSent: ({ data }) => {
      drafts.drop(draft)
      toast.good(t(data.state === 'published' ? 'reviews.reply.published' : 'reviews.reply.pending'))
      void refreshReviews(client, product)
      onDone(data)
    },
  })
  useKeepDraft(draft, form)
  const { setFocus } = form.form
  useEffect(() => setFocus('text'), [setFocus])

  return (
    <SendForm
      form={form}
      submit={t('reviews.reply.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={() => onDone()}>
          {t('reviews.reply.cancel')}
        </Button>
      }
    >
      <CountedArea name="text" max={REPLY.max} rows={3} />
    </SendForm>
  )
}
