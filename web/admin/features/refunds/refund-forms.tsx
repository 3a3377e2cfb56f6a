// The forms that approve or refuse a refund.
import { useEffect } from 'react'
import * as v from 'valibot'
import type { Refund } from '~shared/api/types'
import { FormArea, FormCheck } from '~shared/features/forms/fields'
import { errorCode, optionalText } from '~shared/features/forms/rules'
import { ReasonButtons, SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { decideRefund, useRefreshOrders } from '../orders/api'

/** In characters. */
const MAX_LENGTH = 500
const ApproveSchema = v.object({ answer: optionalText(MAX_LENGTH), restock: v.boolean() })

/**
 * `restock` is off at first, because only somebody who has inspected the goods knows whether they can be sold again. A large refund needs
 * the approvals of two people: the first approval pays nothing, and its answer is not used.
 */
export function ApproveForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const amount = money(refund.amount)
  const isFirst = refund.needsTwoPeople && !refund.firstApproval
  const pay = t(refund.way === 'cash' ? 'admin.refunds.giveCash' : 'admin.refunds.giveCard', { amount })
  const sendForm = useSendForm({
    schema: ApproveSchema,
    values: { answer: '', restock: false },
    labels: { restock: t('admin.refunds.restock'), answer: t('admin.refunds.answer') },
    send: ({ answer, restock }) => decideRefund(locale, refund.id, { approve: true, restock, ...(answer && { answer }) }),
    onSent: async ({ data }) => {
      toast.good(data.status === 'requested' ? t('admin.secondPerson.recorded') : t('admin.refunds.approved', { amount }))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('restock'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={isFirst ? t('admin.secondPerson.approve') : pay}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormCheck name="restock" />
      <FormArea name="answer" rows={2} optional hint={t('admin.refunds.answerHint')} />
    </SendForm>
  )
}

const REASONS = ['late', 'used', 'described'] as const

const RefuseSchema = v.object({
  answer: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

/** The shopper reads the reason. */
export function RefuseForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const sendForm = useSendForm({
    schema: RefuseSchema,
    values: { answer: '' },
    labels: { answer: t('admin.refunds.answer') },
    send: ({ answer }) => decideRefund(locale, refund.id, { approve: false, restock: false, answer }),
    onSent: async () => {
      toast.good(t('admin.refunds.refused'))
      onClose()
      await refresh()
    },
  })
  const { setFocus, setValue } = sendForm.form
  useEffect(() => setFocus('answer'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('admin.refunds.refuse')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <ReasonButtons
        label={t('admin.refunds.reasons')}
        reasons={REASONS.map((why) => t(`admin.refunds.why.${why}`))}
        onChoose={(answer) => setValue('answer', answer, { shouldValidate: true })}
      />
      <FormArea name="answer" rows={2} hint={t('admin.refunds.answerHint')} />
    </SendForm>
  )
}
