import { useEffect } from 'react'
import * as v from 'valibot'
import type { QueuedText } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { Reasons } from '~shared/features/forms/reasons'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { decide, useRefreshQueue } from './mutations'

const SHORTEST = 3
const LONGEST = 500
const WHY = ['contact', 'advert', 'insult', 'offTopic'] as const

const says = (code: FieldCode) => code
const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says('reason_required')),
    v.check((typed) => typed === '' || typed.length >= SHORTEST, says('too_short')),
    v.maxLength(LONGEST, says('too_long')),
  ),
})

/** A no has a reason, for its writer reads it. The common ones are a press away. */
export function RejectForm({ text, onClose }: { text: QueuedText; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshQueue()
  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('desk.moderation.reason') },
    send: ({ reason }) => decide(locale, text, { publish: false, reason }),
    onSent: async () => {
      toast.good(t('desk.moderation.rejected'))
      await refresh()
      onClose()
    },
  })
  const { setFocus, setValue } = form.form
  useEffect(() => setFocus('reason'), [setFocus])

  return (
    <SendForm
      form={form}
      submit={t('desk.moderation.reject')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('desk.moderation.cancel')}
        </Button>
      }
    >
      <Reasons
        label={t('desk.moderation.reasons')}
        reasons={WHY.map((why) => t(`desk.moderation.why.${why}`))}
        onChoose={(reason) => setValue('reason', reason, { shouldValidate: true })}
      />
      <FormArea name="reason" rows={2} />
    </SendForm>
  )
}
