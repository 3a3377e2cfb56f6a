// One review or reply in the queue of moderation. A text waits when the server finds a link, a phone number or shouting in it.
import { Check, MessageSquareText, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import type { QueuedText } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { ReasonButtons, SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { Stars } from '~shared/features/reviews/stars'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { toast } from '~shared/ui/toast-store'
import { RelativeTime } from '~shared/ui/relative-time'
import { decideReview, usePublish, useRefreshQueue } from './api'
import { errorCode } from '~shared/features/forms/rules'
import { IfMay } from '~admin/session/access'

/** The causes of suspicion that have a text. */
const SUSPICIONS = ['link', 'phone', 'email', 'shouting'] as const

export function QueuedCard({ text }: { text: QueuedText }) {
  const t = useT()
  const [isRejecting, setRejecting] = useState(false)
  const { mutate: publish, isPending } = usePublish()
  const { product, state, author } = text
  const nameOf = (act: string) => t('admin.moderation.of', { act, author, product: product.name })

  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <About text={text} />
      <p className="leading-relaxed whitespace-pre-line wrap-anywhere">{text.text}</p>
      {isRejecting ? (
        <RejectForm text={text} onClose={() => setRejecting(false)} />
      ) : (
        <IfMay permission="reviews_moderate">
          <div className="flex flex-wrap gap-2">
            {state !== 'published' && (
              <Button
                look={state === 'pending' ? 'primary' : 'secondary'}
                aria-label={nameOf(t('admin.moderation.publish'))}
                busy={isPending}
                disabled={isPending}
                onClick={() => publish(text)}
              >
                <Check aria-hidden className="size-4.5" />
                {t('admin.moderation.publish')}
              </Button>
            )}
            {state !== 'rejected' && (
              <Button
                look="secondary"
                aria-label={nameOf(t('admin.moderation.reject'))}
                disabled={isPending}
                onClick={() => setRejecting(true)}
              >
                <X aria-hidden className="size-4.5" />
                {t('admin.moderation.reject')}
              </Button>
            )}
          </div>
        </IfMay>
      )}
    </li>
  )
}

function About({ text }: { text: QueuedText }) {
  const t = useT()
  const { product, author } = text
  const suspicion = SUSPICIONS.find((candidate) => candidate === text.suspicion)
  return (
    <>
      <div className="flex gap-4">
        <Picture src={product.imageUrl} alt="" sizes="56px" className="size-14 shrink-0 rounded-lg bg-pearl object-cover" />
        <div className="grid min-w-0 grow content-start gap-0.5">
          <h2 className="text-base">
            <Link to={paths.reviewsOf(product.slug)} className="hover:text-accent-text hover:underline">
              {product.name}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {author}
            <RelativeTime at={text.createdAt} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {text.isReply ? (
          <p className="inline-flex items-center gap-2 text-sm font-medium text-muted">
            <MessageSquareText aria-hidden className="size-4" />
            {t('admin.moderation.reply')}
          </p>
        ) : (
          <Stars value={text.rating} />
        )}
        {suspicion && (
          <span className="inline-flex items-center gap-1.5 rounded-full bg-warn-soft px-3 py-1 text-sm font-semibold text-warn">
            <TriangleAlert aria-hidden className="size-4" />
            {t(`admin.moderation.suspicion.${suspicion}`)}
          </span>
        )}
      </div>
    </>
  )
}

/** In characters. */
const MIN_LENGTH = 3
const MAX_LENGTH = 500
const REASONS = ['contact', 'advert', 'insult', 'offTopic'] as const

const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('reason_required')),
    v.check((typed) => typed === '' || typed.length >= MIN_LENGTH, errorCode('too_short')),
    v.maxLength(MAX_LENGTH, errorCode('too_long')),
  ),
})

/** The writer reads the reason. */
function RejectForm({ text, onClose }: { text: QueuedText; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshQueue()
  const sendForm = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('admin.moderation.reason') },
    send: ({ reason }) => decideReview(locale, text, { publish: false, reason }),
    onSent: async () => {
      toast.good(t('admin.moderation.rejected'))
      await refresh()
      onClose()
    },
  })
  const { setFocus, setValue } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])

  return (
    <SendForm
      form={sendForm}
      submit={t('admin.moderation.reject')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.moderation.cancel')}
        </Button>
      }
    >
      <ReasonButtons
        label={t('admin.moderation.reasons')}
        reasons={REASONS.map((why) => t(`admin.moderation.why.${why}`))}
        onChoose={(reason) => setValue('reason', reason, { shouldValidate: true })}
      />
      <FormArea name="reason" rows={2} />
    </SendForm>
  )
}
