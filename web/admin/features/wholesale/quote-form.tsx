import { useState } from 'react'
import type { WholesaleRequest } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { toast } from '~shared/ui/toast-store'
import { sendQuote } from '~shared/features/wholesale/mutations'
import { LONGEST } from '~shared/features/wholesale/rules'
import { PricedLines } from './priced-lines'
import { quoteOf, QuoteSchema, type QuoteValues, quoteValuesOf, totalOf } from './rules'
import { useShowRequest } from './use-show-request'

const NAMES = ['lines', 'validUntil', 'deliveryFee', 'deliveryTerms', 'note'] as const

/** The server names a line by its place: the whole field is to blame. */
const fieldNamed = (named: string) => (named.startsWith('lines') ? 'lines' : named)

/** Prices by line, the validity and the delivery. What is sent is mailed to the customer. */
export function QuoteForm({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const [values] = useState(() => quoteValuesOf(request, Date.now()))
  const form = useSendForm({
    schema: QuoteSchema,
    values,
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.desk.quote.${name}`)])) as Record<(typeof NAMES)[number], string>,
    fieldNamed,
    send: (typed) => sendQuote(locale, request.code, quoteOf(typed)),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.desk.quote.sent'))
      await show(data)
    },
  })
  const typed = form.form.watch() as QuoteValues
  return (
    <SendForm form={form} submit={t(request.quote ? 'wholesale.desk.quote.again' : 'wholesale.desk.quote.send')}>
      <PricedLines />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="validUntil" type="datetime-local" />
        <FormText name="deliveryFee" inputMode="decimal" autoComplete="off" hint={t('wholesale.desk.quote.feeHint')} />
      </div>
      <FormArea name="deliveryTerms" optional rows={2} maxLength={LONGEST.note} />
      <FormArea name="note" optional rows={2} maxLength={LONGEST.note} />
      <p className="font-medium">{t('wholesale.desk.quote.total', { total: money(totalOf(typed)) })}</p>
    </SendForm>
  )
}
