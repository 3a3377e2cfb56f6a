import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { useBasket } from '~/features/basket/store'
import { Checkout } from '~/features/checkout/components/checkout'
import { GuestCheckout } from '~/features/checkout/guest/guest-checkout'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n, useT } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { LoadFailure } from '~shared/ui/list-states'
import { Skeleton } from '~shared/ui/states'

/** After this time, a basket that has not arrived in the cart can be sent again. */
const SLOW_MS = 4000

export function Component() {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('checkout.title') }))
  return useIsSignedIn() ? <WithCart /> : <GuestCheckout />
}

/** A guest's basket must be in the cart first. */
function WithCart() {
  const isMoving = useBasket(({ lines, moving }) => lines.length > 0 || moving !== null)
  return isMoving ? <MovingBasket /> : <WithAddresses />
}

function MovingBasket() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isSlow && <MergeNotice />}
      <CheckoutSkeleton />
    </>
  )
}

function WithAddresses() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(addressesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <Checkout addresses={data.data} /> : <CheckoutSkeleton />
}

function CheckoutSkeleton() {
  return (
    <div aria-busy className="grid items-start gap-5 pt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <div className="grid gap-5">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-48 w-full rounded-xl" />
        <Skeleton className="h-40 w-full rounded-xl" />
        <Skeleton className="h-56 w-full rounded-xl" />
      </div>
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  )
}
