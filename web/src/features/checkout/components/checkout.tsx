// The checkout of a signed-in shopper. A guest has `guest/guest-checkout.tsx`.

import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useId } from 'react'
import { plansQuery } from '~/features/account/queries'
import { EmptyCart } from '~/features/basket/components/cart-layout'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { ReturnPromise } from '~/features/promises/return-promise'
import type { Address } from '~shared/api/types'
import broken from '~shared/assets/pictures/broken.webp'
import { type Method, METHODS, precheckout } from '~shared/features/checkout/store'
import { useI18n, useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { ChoiceCard } from '~shared/ui/choices'
import { LoadFailure } from '~shared/ui/list-states'
import { EmptyState, Skeleton } from '~shared/ui/states'
import { methodOf } from '../rules'
import { CheckoutContext, useCheckout, useCheckoutState } from '../use-checkout'
import { AddressSection } from './address-section'
import { CheckoutFrame, CheckoutSection, OrderButton } from './checkout-frame'
import { DeliverySection } from './delivery-section'
import { OrderSummary } from './order-summary'
import { RecipientSection } from './recipient-section'
import { ObstacleBox } from './obstacle-box'
import { NotesSection } from './notes-section'

export function Checkout({ addresses }: { addresses: Address[] }) {
  const state = useCheckoutState(addresses)
  const { checked, isFailed, retry } = state.check
  if (isFailed && !checked) return <LoadFailure onRetry={retry} />
  const isEmpty = checked?.lines.length === 0
  if (isEmpty && state.isOutcomeUnknown)
    return <UnknownOrderOutcome isBusy={state.isPlacing} failure={state.failure} onResend={state.resendOrder} />
  if (isEmpty && !state.isPlacing) return <EmptyCart />
  return (
    <CheckoutContext value={state}>
      <CheckoutFrame summary={<OrderSummary />}>
        <MergeNotice />
        <ObstacleBox />
        <RecipientSection />
        <AddressSection />
        <DeliverySection />
        <NotesSection />
        <PaymentSection />
      </CheckoutFrame>
      <div className="mt-5 flex items-center gap-2 text-sm text-muted lg:hidden">
        <LockKeyhole aria-hidden className="size-4 shrink-0" />
        <ReturnPromise className="text-pretty" />
      </div>
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-lifted backdrop-blur-sm lg:hidden"
      >
        <OrderButton />
      </div>
    </CheckoutContext>
  )
}

function PaymentSection() {
  const t = useT()
  const { choices } = useCheckout()
  const method = methodOf(choices)
  return (
    <CheckoutSection name="payment" title={t('checkout.payment.title')}>
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">{t('checkout.payment.title')}</legend>
        {METHODS.map((option) => (
          <ChoiceCard
            key={option}
            name="paymentMethod"
            value={option}
            checked={option === method}
            onChange={(event) => precheckout.set({ paymentMethod: event.target.value as Method })}
            title={t(`checkout.payment.${option}`)}
            text={t(`checkout.payment.${option}Text`)}
          />
        ))}
      </fieldset>
      {method === 'installment' && <PlanTable />}
    </CheckoutSection>
  )
}

interface UnknownOrderOutcomeProps {
  isBusy: boolean
  failure: string | null
  onResend: () => void
}

/**
 * Shown for a lost response and an empty cart: the order was probably placed. Resending it with the same idempotency key returns the first
 * response.
 */
function UnknownOrderOutcome({ isBusy, failure, onResend }: UnknownOrderOutcomeProps) {
  const t = useT()
  useEffect(() => {
    onResend()
    // oxlint-disable-next-line react/exhaustive-deps -- once; later attempts are up to the shopper
  }, [])
  return (
    <>
      <EmptyState picture={broken} title={t('checkout.unanswered.title')} text={t('checkout.unanswered.text')} asPageTitle>
        <Button size="lg" busy={isBusy} disabled={isBusy} onClick={onResend}>
          {t('checkout.unanswered.again')}
        </Button>
      </EmptyState>
      <p role="status" className="text-center text-muted">
        {failure}
      </p>
    </>
  )
}

/** Narrow screens have no room for the total, which the button also shows. */
function PlanTable() {
  const { t, locale } = useI18n()
  const id = useId()
  const { choices, check, errorFor } = useCheckout()
  const total = check.checked?.total
  const { data } = useQuery({ ...plansQuery(locale, total ?? 0), enabled: total !== undefined, placeholderData: (previous) => previous })
  const error = errorFor('months')
  if (!data) return <Skeleton className="h-56 w-full rounded-lg" />
  if (data.data.length === 0) return <p className="text-muted">{t('checkout.payment.noPlan')}</p>
  return (
    <div className="appear">
      <table aria-describedby={error ? `${id}-note` : undefined} className="w-full border-separate border-spacing-0 tabular-nums">
        <caption className="pb-2.5 text-left font-semibold">{t('checkout.payment.plans')}</caption>
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col" className="py-1.5 pl-4 font-normal">
              {t('checkout.payment.months')}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal max-xs:pr-3">
              {t('checkout.payment.monthly')}
            </th>
            <th scope="col" className="py-1.5 pr-4 pl-3 text-right font-normal max-xs:hidden">
              {t('checkout.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(({ months, monthly, total: planTotal }) => (
            <tr key={months} className="relative has-checked:bg-accent-soft">
              <td className="rounded-l-lg border-t border-line">
                <label className="flex min-h-12 cursor-pointer items-center gap-3 pl-4 font-medium after:absolute after:inset-0">
                  <input
                    type="radio"
                    name="months"
                    value={months}
                    checked={choices.months === months}
                    onChange={() => precheckout.set({ months })}
                    className="relative z-1 size-4.5 accent-accent"
                  />
                  {t('checkout.payment.month', { count: months })}
                </label>
              </td>
              <td className="border-t border-line text-right font-semibold max-xs:pr-3">{money(monthly)}</td>
              <td className="rounded-r-lg border-t border-line pr-4 pl-3 text-right text-muted max-xs:hidden">{money(planTotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p id={`${id}-note`} className="mt-2 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
