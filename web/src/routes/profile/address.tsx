import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { AccountPage, Card } from '~/features/account/page'
import { AddressForm } from '~/features/addresses/address-form'
import { addressesQuery, citiesQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

/** Edits the address in the path, or adds one. */
export function Component() {
  const { t, locale } = useI18n()
  const { id } = useParams()
  const isNew = id === undefined
  const cities = useQuery(citiesQuery(locale))
  const addresses = useQuery({ ...addressesQuery(locale), enabled: !isNew })
  const address = addresses.data?.data.find((saved) => String(saved.id) === id)

  if ((cities.isError && !cities.data) || (addresses.isError && !addresses.data))
    return <LoadFailure onRetry={() => void Promise.all([cities.refetch(), !isNew && addresses.refetch()])} />
  // The address is unknown or was removed on another device.
  const isMissing = addresses.isSuccess && !addresses.isFetching && !address
  if (!isNew && isMissing) return <Navigate to={paths.addresses()} replace />
  const isReady = cities.data && (isNew || address)
  return (
    <AccountPage title={t(isNew ? 'account.addresses.new' : 'account.addresses.edit')}>
      {isReady ? (
        <Card>
          <AddressForm key={id ?? 'new'} address={address} cities={cities.data.data} />
        </Card>
      ) : (
        <ListSkeleton />
      )}
    </AccountPage>
  )
}
