// Forms on the page of a wholesale request (a customer asks for larger amounts): cancellation, and bank transfers for its invoice.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { WholesaleRequest } from '~shared/api/types'
import { errorCode, typedAmount } from '~shared/features/forms/rules'
import { FormArea, FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { cancelRequest, enterTransfer } from '~shared/features/wholesale/mutations'
import { adminRequestQuery } from '~shared/features/wholesale/queries'
import { useI18n } from '~shared/i18n/context'
import { bakuDate } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { transferOf, TransferSchema } from './rules'

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === '/admin/wholesale'

/** Puts a request of a response into the cache, and fetches the lists again. */
export function useShowRequest() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return async (request: WholesaleRequest) => {
    client.setQueryData(adminRequestQuery(locale, request.code).queryKey, { data: request })
    await client.invalidateQueries({ predicate: isList })
  }
}

const MAX_REASON_LENGTH = 500
const CancelSchema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_REASON_LENGTH, errorCode('too_long'))),
})

/** The customer reads the reason. */
export function CancelForm({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const [isOpen, setOpen] = useState(false)
  const sendForm = useSendForm({
    schema: CancelSchema,
    values: { reason: '' },
    labels: { reason: t('wholesale.admin.cancel.reason') },
    send: ({ reason }) => cancelRequest(locale, code, reason),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.admin.cancel.done'))
      setOpen(false)
      await show(data)
    },
  })
  if (!isOpen)
    return (
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('wholesale.admin.cancel.open')}
      </Button>
    )
  return (
    <SendForm
      form={sendForm}
      submit={t('wholesale.admin.cancel.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={() => setOpen(false)}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} maxLength={MAX_REASON_LENGTH} />
    </SendForm>
  )
}

const NAMES = ['direction', 'amount', 'reference', 'date'] as const

/** Records a transfer of the bank statement. If the customer has paid too much, it may be a repayment. */
export function TransferForm({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const { code, invoice } = request
  const [date] = useState(() => bakuDate(Date.now()))
  const excess = invoice?.excess ?? 0
  const hasExcess = excess > 0
  const sendForm = useSendForm({
    schema: TransferSchema,
    values: {
      direction: hasExcess ? 'out' : 'in',
      amount: typedAmount(hasExcess ? excess : (invoice?.due ?? 0)),
      reference: '',
      date,
    },
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.admin.transfer.${name}`)])) as Record<
      (typeof NAMES)[number],
      string
    >,
    send: (typed) => enterTransfer(locale, code, transferOf(typed)),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.admin.transfer.entered'))
      await show(data)
    },
  })
  return (
    <SendForm form={sendForm} submit={t('wholesale.admin.transfer.enter')}>
      {hasExcess && (
        <FormRadios
          name="direction"
          choices={(['in', 'out'] as const).map((value) => ({ value, label: t(`wholesale.admin.transfer.way.${value}`) }))}
        />
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="amount" inputMode="decimal" autoComplete="off" hint={t('wholesale.admin.transfer.amountHint')} />
        <FormText name="date" type="date" />
      </div>
      <FormText name="reference" autoComplete="off" spellCheck={false} hint={t('wholesale.admin.transfer.referenceHint')} />
    </SendForm>
  )
}
