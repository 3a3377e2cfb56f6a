import { LockKeyhole } from 'lucide-react'
import type { Address } from '~shared/api/types'
import { EmptyCart } from '~/features/basket/components/cart-layout'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { ReturnPromise } from '~/features/promises/return-promise'
import { LoadFailure } from '~shared/ui/load-failure'
import { CheckoutContext, useCheckoutState } from '../use-checkout'
import { AddressSection } from './address-section'
import { CheckoutFrame } from './checkout-frame'
import { DeliverySection } from './delivery-section'
import { OrderButton } from './order-button'
import { OrderSummary } from './order-summary'
import { PaymentSection } from './payment-section'
import { RecipientSection } from './recipient-section'
import { TroubleBox } from './trouble-box'
import { Unanswered } from './unanswered'
import { WordsSection } from './words-section'

/** From a cart to an order, on one page: every section can be changed until the button is pressed. */
export function Checkout({ addresses }: { addresses: Address[] }) {
  const state = useCheckoutState(addresses)
  const { checked, isFailed, retry } = state.check
  if (isFailed && !checked) return <LoadFailure onRetry={retry} />
  const isEmpty = checked?.lines.length === 0
  if (isEmpty && state.isUnanswered) return <Unanswered isBusy={state.isPlacing} failure={state.failure} onAsk={state.askAgain} />
  if (isEmpty && !state.isPlacing) return <EmptyCart />
  return (
    <CheckoutContext value={state}>
      <CheckoutFrame summary={<OrderSummary />}>
        <MergeNotice />
        <TroubleBox />
        <RecipientSection />
        <AddressSection />
        <DeliverySection />
        <WordsSection />
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
