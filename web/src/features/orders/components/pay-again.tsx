// Pays an unpaid order, by the same method as before or by another one.

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leave } from '~/lib/leave'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { failureText, isDefinite } from '~shared/api/failure'
import type { Order, PaymentMethod } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { RadioPill } from '~shared/ui/choices'
import { SelectField } from '~shared/ui/fields'
import { toast } from '~shared/ui/toast-store'
import { type Payment, payOrder, useOrderChange } from '../mutations'
import { plansQuery } from '~/features/account/queries'

/** A card leads to the bank's page; cash is paid on delivery. */
function usePay({ code }: Order) {
  const { t, locale } = useI18n()
  const { showOrder, refetchOrders } = useOrderChange()
  const idempotencyKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (payment: Payment) => payOrder(locale, code, payment, idempotencyKey.keyFor(payment)),
    onSuccess: ({ data: { order, payment } }) => {
      idempotencyKey.discard()
      if (payment.redirectUrl) return leave(payment.redirectUrl)
      if (order) showOrder(order)
      toast.good(t('orders.pay.cashAgreed'))
    },
    onError: (error) => {
      // After a definite refusal, the next attempt gets a new key.
      if (isDefinite(error)) idempotencyKey.discard()
      toast.bad(failureText(t, error))
      void refetchOrders()
    },
  })
}

const METHODS = ['card', 'installment', 'cash'] as const satisfies PaymentMethod[]

export function PayAgain({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const { total } = order.amounts
  const plans = useQuery(plansQuery(locale, total)).data?.data ?? []
  const [method, setMethod] = useState<PaymentMethod>('card')
  const [chosenMonths, setChosenMonths] = useState(order.months)
  const { mutate, isPending } = usePay(order)
  const plan = plans.find(({ months }) => months === chosenMonths) ?? plans[0]
  const methods = METHODS.filter((method) => method !== 'installment' || plans.length > 0)
  const totalToPay = method === 'installment' && plan ? plan.total : total

  const pay = () => mutate(method === 'installment' && plan ? { paymentMethod: method, months: plan.months } : { paymentMethod: method })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        pay()
      }}
    >
      <fieldset>
        <legend className="sr-only">{t('orders.pay.how')}</legend>
        <div className="flex flex-wrap gap-2">
          {methods.map((option) => (
            <RadioPill
              key={option}
              name="method"
              value={option}
              checked={method === option}
              onChange={() => setMethod(option)}
              label={t(`orders.method.${option}`)}
            />
          ))}
        </div>
      </fieldset>
      {method === 'installment' && plan && (
        <SelectField
          label={t('orders.pay.plan')}
          className="max-w-md"
          value={String(plan.months)}
          onChange={({ target }) => setChosenMonths(Number(target.value))}
          choices={plans.map(({ months, monthly }) => ({
            value: String(months),
            label: t('orders.pay.plans', { count: months, monthly: money(monthly) }),
          }))}
        />
      )}
      <div>
        <Button type="submit" size="lg" busy={isPending} disabled={isPending}>
          {method === 'cash' ? t('orders.pay.cash') : t('orders.pay.submit', { total: money(totalToPay) })}
        </Button>
      </div>
    </form>
  )
}
