// Requests a cash-out: earnings paid to a card.

import { useEffect, useMemo } from 'react'
import * as v from 'valibot'
import { isDefinite } from '~shared/api/failure'
import type { CashoutOverview } from '~shared/api/types'
import { errorCode, qepikOf, typedAmount } from '~shared/features/forms/rules'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { requestCashout } from '../queries'
import { cardProblem, formatCardNumber } from './card-number'

/** A text that is no amount already fails as `invalid`. */
const ifAmount = (isAllowed: (amount: number) => boolean) => (typed: string) => {
  const amount = qepikOf(typed)
  return amount === undefined || isAllowed(amount)
}

/** The limits are in qəpik. */
const schemaOf = (minimum: number, largest: number) => {
  return v.object({
    amount: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, errorCode('required')),
      v.check((typed) => qepikOf(typed) !== undefined, errorCode('invalid')),
      v.check(
        ifAmount((amount) => amount >= minimum),
        errorCode('below_minimum'),
      ),
      v.check(
        ifAmount((amount) => amount <= largest),
        errorCode('above_maximum'),
      ),
    ),
    cardNumber: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed ? cardProblem(dataset.value) : undefined
        if (problem) addIssue({ message: errorCode(problem) })
      }),
    ),
  })
}

interface CashoutFormProps {
  overview: CashoutOverview
  onSent: () => Promise<unknown>
  onClose: () => void
}

/** The card number is sent once and not stored in the browser. */
export function CashoutForm({ overview, onSent, onClose }: CashoutFormProps) {
  const { t, locale } = useI18n()
  const idempotencyKey = useIdempotencyKey()
  const largest = Math.min(overview.available, overview.maximum)
  const schema = useMemo(() => schemaOf(overview.minimum, largest), [overview.minimum, largest])
  const form = useSendForm({
    schema,
    values: { amount: typedAmount(largest), cardNumber: '' },
    labels: { amount: t('account.cashout.amount'), cardNumber: t('account.cashout.card') },
    send: async ({ amount, cardNumber }) => {
      const request = { amount: qepikOf(amount) ?? 0, cardNumber: cardNumber.replaceAll(' ', '') }
      try {
        return await requestCashout(locale, request, idempotencyKey.keyFor(request))
      } catch (error) {
        // After a definite refusal, the next attempt gets a new key.
        if (isDefinite(error)) idempotencyKey.discard()
        throw error
      }
    },
    fieldOf: { cashout_exceeds_balance: 'amount' },
    onSent: async () => {
      idempotencyKey.discard()
      toast.good(t('account.cashout.sent'))
      onClose()
      await onSent()
    },
  })
  const { setFocus, setValue } = form.form
  useEffect(() => setFocus('amount'), [setFocus])
  return (
    <SendForm
      form={form}
      submit={t('account.cashout.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <FormText
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        hint={t('account.cashout.limits', { minimum: money(overview.minimum), maximum: money(largest) })}
      />
      <FormText
        name="cardNumber"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        placeholder="0000 0000 0000 0000"
        hint={t('account.cashout.cardHint')}
        onInput={({ currentTarget }) => setValue('cardNumber', formatCardNumber(currentTarget.value))}
      />
    </SendForm>
  )
}
