import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useIsSignedIn } from '~shared/features/auth/store'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { useBasket } from '~/features/basket/store'
import { Checkout } from '~/features/checkout/components/checkout'
import { CheckoutSkeleton } from '~/features/checkout/components/checkout-skeleton'
import { GuestCheckout } from '~/features/checkout/guest/guest-checkout'
import { useI18n, useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'
import { LoadFailure } from '~shared/ui/load-failure'

const SLOW = 4000

export function Component() {
  const t = useT()
  usePage(t('common.titleOf', { name: t('checkout.title') }))
  return useIsSignedIn() ? <WithCart /> : <GuestCheckout />
}

/** A shopper who has just signed in here brings a guest basket. The checkout waits until it is in the account's cart. */
function WithCart() {
  const isMoving = useBasket(({ lines, moving }) => lines.length > 0 || moving !== null)
  return isMoving ? <Moving /> : <WithAddresses />
}

/** It takes a moment; what takes longer can be tried again. */
function Moving() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isSlow && <MergeNotice />}
      <CheckoutSkeleton />
    </>
  )
}

/** Where an order may go is the first thing it is asked about, and what all the rest depends on. */
function WithAddresses() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(addressesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <Checkout addresses={data.data} /> : <CheckoutSkeleton />
}
