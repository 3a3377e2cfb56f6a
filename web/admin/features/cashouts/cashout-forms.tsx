// The forms that decline a cash-out, and that resolve a stuck one.
import { useEffect } from 'react'
import * as v from 'valibot'
import type { Cashout } from '~shared/api/types'
import { FormArea, FormRadios, FormText } from '~shared/features/forms/fields'
import { errorCode, qepikOf, typedAmount } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { declineCashout, resolveCashout, useRefreshCashouts } from './api'

const MAX_LENGTH = 500

const DeclineSchema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

export function DeclineCashout({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCashouts()
  const sendForm = useSendForm({
    schema: DeclineSchema,
    values: { reason: '' },
    labels: { reason: t('admin.cashouts.reason') },
    send: ({ reason }) => declineCashout(locale, code, reason),
    onSent: async () => {
      toast.good(t('admin.cashouts.declined'))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('admin.cashouts.decline')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} hint={t('admin.cashouts.reasonHint')} />
    </SendForm>
  )
}

const RESOLUTIONS = ['ask_again', 'paid', 'not_paid'] as const

const ResolveSchema = v.pipe(
  v.object({ resolution: v.picklist(RESOLUTIONS), paidAmount: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ resolution, paidAmount }) => resolution !== 'paid' || (qepikOf(paidAmount) ?? 0) > 0, errorCode('out_of_range')),
    ['paidAmount'],
  ),
)

/** The operator finds the result of the payment in the bank statement. */
export function ResolveCashout({ cashout: { code, amount } }: { cashout: Cashout }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCashouts()
  const sendForm = useSendForm({
    schema: ResolveSchema,
    values: { resolution: 'ask_again', paidAmount: typedAmount(amount) },
    labels: { resolution: t('admin.cashouts.resolution'), paidAmount: t('admin.cashouts.paidAmount') },
    send: ({ resolution, paidAmount }) => {
      const paid = resolution === 'paid' ? qepikOf(paidAmount) : undefined
      return resolveCashout(locale, code, paid === undefined ? { resolution } : { resolution, paidAmount: paid })
    },
    onSent: async () => {
      toast.good(t('admin.cashouts.resolved'))
      await refresh()
    },
  })
  const isPaid = sendForm.form.watch('resolution') === 'paid'
  return (
    <section className="grid gap-4 rounded-lg bg-bad-soft p-4">
      <h3 className="font-semibold text-bad">{t('admin.cashouts.stuck')}</h3>
      <p>{t('admin.cashouts.stuckText')}</p>
      <SendForm form={sendForm} submit={t('admin.cashouts.resolve')}>
        <FormRadios name="resolution" choices={RESOLUTIONS.map((value) => ({ value, label: t(`admin.cashouts.resolutions.${value}`) }))} />
        {isPaid && <FormText name="paidAmount" inputMode="decimal" hint={t('admin.cashouts.paidHint')} />}
      </SendForm>
    </section>
  )
}
