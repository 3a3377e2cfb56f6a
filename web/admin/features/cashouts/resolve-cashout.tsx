import * as v from 'valibot'
import type { Cashout } from '~shared/api/types'
import { qepikOf, typedAmount } from '~shared/features/forms/amounts'
import { FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { resolveCashout, useCashoutRefresh } from './cashout-queries'

const RESOLUTIONS = ['ask_again', 'paid', 'not_paid'] as const

const says = (code: FieldCode) => code
const schema = v.pipe(
  v.object({ resolution: v.picklist(RESOLUTIONS), paidAmount: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ resolution, paidAmount }) => resolution !== 'paid' || (qepikOf(paidAmount) ?? 0) > 0, says('out_of_range')),
    ['paidAmount'],
  ),
)

/** For a payment of which the bank does not say what happened: the bank's statement decides. */
export function ResolveCashout({ cashout: { code, amount } }: { cashout: Cashout }) {
  const { t, locale } = useI18n()
  const refresh = useCashoutRefresh()
  const form = useSendForm({
    schema,
    values: { resolution: 'ask_again', paidAmount: typedAmount(amount) },
    labels: { resolution: t('desk.cashouts.resolution'), paidAmount: t('desk.cashouts.paidAmount') },
    send: ({ resolution, paidAmount }) => {
      const paid = resolution === 'paid' ? qepikOf(paidAmount) : undefined
      return resolveCashout(locale, code, paid === undefined ? { resolution } : { resolution, paidAmount: paid })
    },
    onSent: async () => {
      toast.good(t('desk.cashouts.resolved'))
      await refresh()
    },
  })
  const isPaid = form.form.watch('resolution') === 'paid'
  return (
    <section className="grid gap-4 rounded-lg bg-bad-soft p-4">
      <h3 className="font-semibold text-bad">{t('desk.cashouts.stuck')}</h3>
      <p>{t('desk.cashouts.stuckText')}</p>
      <SendForm form={form} submit={t('desk.cashouts.resolve')}>
        <FormRadios name="resolution" choices={RESOLUTIONS.map((value) => ({ value, label: t(`desk.cashouts.resolutions.${value}`) }))} />
        {isPaid && <FormText name="paidAmount" inputMode="decimal" hint={t('desk.cashouts.paidHint')} />}
      </SendForm>
    </section>
  )
}
