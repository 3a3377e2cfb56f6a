import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { citiesQuery } from '~shared/features/addresses/queries'
import { linesOf } from '~/features/addresses/rules'
import { useDraftName } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { Button } from '~shared/ui/button'
import { ChoiceCard } from '~shared/ui/choices'
import { ListSkeleton } from '~shared/ui/list-states'
import { precheckout } from '~shared/features/checkout/store'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-frame'

const AddressForm = lazy(async () => ({ default: (await import('~/features/addresses/address-form')).AddressForm }))

/** Without an address, the form is open. */
export function AddressSection() {
  const { t, locale } = useI18n()
  const { addresses, address } = useCheckout()
  const draft = useDraftName('new address')
  const [isAsked, setAsked] = useState(() => drafts.has(draft))
  const isAdding = isAsked || addresses.length === 0
  const cities = useQuery({ ...citiesQuery(locale), enabled: isAdding })

  const close = () => {
    drafts.drop(draft)
    setAsked(false)
    document.getElementById('address')?.focus()
  }
  return (
    <CheckoutSection name="address" title={t('checkout.address.title')}>
      {addresses.length > 0 && (
        <fieldset className="grid gap-2.5">
          <legend className="sr-only">{t('checkout.address.title')}</legend>
          {addresses.map((option) => (
            <ChoiceCard
              key={option.id}
              name="address"
              checked={option.id === address?.id}
              // Slots differ between cities, so the chosen one is cleared.
              onChange={() => precheckout.set({ addressId: option.id, dateTime: null })}
              title={option.title}
              text={linesOf(option).join(', ')}
            />
          ))}
        </fieldset>
      )}
      {isAdding && cities.data && (
        <div className="rounded-lg bg-sunken p-4 sm:p-5">
          <h3 className="mb-4 text-lg">{t('account.addresses.new')}</h3>
          <Suspense fallback={<ListSkeleton />}>
            <AddressForm
              cities={cities.data.data}
              embedded={{
                submit: t('checkout.address.use'),
                onSaved: ({ id }) => {
                  precheckout.set({ addressId: id, dateTime: null })
                  close()
                },
                onCancel: addresses.length > 0 ? close : undefined,
              }}
            />
          </Suspense>
        </div>
      )}
      {!isAdding && (
        <div>
          <Button look="quiet" className="-ml-3" onClick={() => setAsked(true)}>
            <Plus aria-hidden className="size-4.5" />
            {t('account.addresses.add')}
          </Button>
        </div>
      )}
    </CheckoutSection>
  )
}
