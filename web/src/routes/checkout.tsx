import { useQuery } from '@tanstack/react-query'
import { addressesQuery } from '~/features/addresses/queries'
import { RequireSignIn } from '~/features/auth/components/require-sign-in'
import { Checkout } from '~/features/checkout/components/checkout'
import { CheckoutSkeleton } from '~/features/checkout/components/checkout-skeleton'
import { useI18n, useT } from '~/i18n/context'
import { usePage } from '~/lib/use-page'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const t = useT()
  usePage(t('common.titleOf', { name: t('checkout.title') }))
  return (
    <RequireSignIn>
      <WithAddresses />
    </RequireSignIn>
  )
}

/** Where an order may go is the first thing it is asked about, and what all the rest depends on. */
function WithAddresses() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(addressesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <Checkout addresses={data.data} /> : <CheckoutSkeleton />
}
