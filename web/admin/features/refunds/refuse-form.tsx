import { useEffect } from 'react'
import * as v from 'valibot'
import type { Refund } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { Reasons } from '~shared/features/forms/reasons'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { decideRefund, useDeskChange } from '../orders/mutations'

const LONGEST = 500
const WHY = ['late', 'used', 'described'] as const

const says = (code: FieldCode) => code
const schema = v.object({
  answer: v.pipe(v.string(), v.trim(), v.minLength(1, says('reason_required')), v.maxLength(LONGEST, says('too_long'))),
})

/** A no has a reason, for the shopper reads it. */
export function RefuseForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useDeskChange()
  const form = useSendForm({
    schema,
    values: { answer: '' },
    labels: { answer: t('desk.refunds.answer') },
    send: ({ answer }) => decideRefund(locale, refund.id, { approve: false, restock: false, answer }),
    onSent: async () => {
      toast.good(t('desk.refunds.refused'))
      onClose()
      await refresh()
    },
  })
  const { setFocus, setValue } = form.form
  useEffect(() => setFocus('answer'), [setFocus])
  return (
    <SendForm
      form={form}
      submit={t('desk.refunds.refuse')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('desk.back')}
        </Button>
      }
    >
      <Reasons
        label={t('desk.refunds.reasons')}
        reasons={WHY.map((why) => t(`desk.refunds.why.${why}`))}
        onChoose={(answer) => setValue('answer', answer, { shouldValidate: true })}
      />
      <FormArea name="answer" rows={2} hint={t('desk.refunds.answerHint')} />
    </SendForm>
  )
}
