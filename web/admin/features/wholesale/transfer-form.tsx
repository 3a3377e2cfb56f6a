import { useState } from 'react'
import type { WholesaleRequest } from '~shared/api/types'
import { typedAmount } from '~shared/features/forms/amounts'
import { FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { today } from '~shared/i18n/dates'
import { toast } from '~shared/ui/toast-store'
import { enterTransfer } from '~shared/features/wholesale/mutations'
import { transferOf, TransferSchema } from './rules'
import { useShowRequest } from './use-show-request'

const NAMES = ['direction', 'amount', 'reference', 'date'] as const

/** A transfer as it stands in the bank's statement. */
export function TransferForm({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const { code, invoice } = request
  const [date] = useState(() => today(Date.now()))
  const hasExcess = (invoice?.excess ?? 0) > 0
  const form = useSendForm({
    schema: TransferSchema,
    values: {
      direction: hasExcess ? 'out' : 'in',
      amount: typedAmount(hasExcess ? (invoice?.excess ?? 0) : (invoice?.due ?? 0)),
      reference: '',
      date,
    },
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.desk.transfer.${name}`)])) as Record<(typeof NAMES)[number], string>,
    send: (typed) => enterTransfer(locale, code, transferOf(typed)),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.desk.transfer.entered'))
      await show(data)
    },
  })
  return (
    <SendForm form={form} submit={t('wholesale.desk.transfer.enter')}>
      {hasExcess && (
        <FormRadios
          name="direction"
          choices={(['in', 'out'] as const).map((value) => ({ value, label: t(`wholesale.desk.transfer.way.${value}`) }))}
        />
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="amount" inputMode="decimal" autoComplete="off" hint={t('wholesale.desk.transfer.amountHint')} />
        <FormText name="date" type="date" />
      </div>
      <FormText name="reference" autoComplete="off" spellCheck={false} hint={t('wholesale.desk.transfer.referenceHint')} />
    </SendForm>
  )
}
