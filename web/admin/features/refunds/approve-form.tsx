import { useEffect } from 'react'
import * as v from 'valibot'
import type { Refund } from '~shared/api/types'
import { FormArea, FormCheck } from '~shared/features/forms/fields'
import { optionalText } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { decideRefund, useDeskChange } from '../orders/mutations'

const LONGEST = 500
const schema = v.object({ answer: optionalText(LONGEST), restock: v.boolean() })

/** Money that leaves is said once more, in figures; whether the goods can be sold again, only somebody who saw them knows. */
export function ApproveForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useDeskChange()
  const amount = money(refund.amount)
  const form = useSendForm({
    schema,
    values: { answer: '', restock: false },
    labels: { restock: t('desk.refunds.restock'), answer: t('desk.refunds.answer') },
    send: ({ answer, restock }) => decideRefund(locale, refund.id, { approve: true, restock, ...(answer && { answer }) }),
    onSent: async () => {
      toast.good(t('desk.refunds.approved', { amount }))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('restock'), [setFocus])
  return (
    <SendForm
      form={form}
      submit={t(refund.way === 'cash' ? 'desk.refunds.giveCash' : 'desk.refunds.giveCard', { amount })}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('desk.back')}
        </Button>
      }
    >
      <FormCheck name="restock" />
      <FormArea name="answer" rows={2} optional hint={t('desk.refunds.answerHint')} />
    </SendForm>
  )
}
