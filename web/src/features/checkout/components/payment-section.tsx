import { useT } from '~shared/i18n/context'
import { ChoiceCard } from '~shared/ui/choice-card'
import { methodOf } from '../intent'
import { type Method, METHODS, precheckout } from '~shared/features/checkout/store'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-section'
import { PlanTable } from './plan-table'

export function PaymentSection() {
  const t = useT()
  const { said } = useCheckout()
  const method = methodOf(said)
  return (
    <CheckoutSection place="payment" title={t('checkout.payment.title')}>
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">{t('checkout.payment.title')}</legend>
        {METHODS.map((one) => (
          <ChoiceCard
            key={one}
            name="paymentMethod"
            value={one}
            checked={one === method}
            onChange={(event) => precheckout.set({ paymentMethod: event.target.value as Method })}
            title={t(`checkout.payment.${one}`)}
            text={t(`checkout.payment.${one}Text`)}
          />
        ))}
      </fieldset>
      {method === 'installment' && <PlanTable />}
    </CheckoutSection>
  )
}
