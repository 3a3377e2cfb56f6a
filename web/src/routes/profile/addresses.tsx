import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import truck from '~/assets/pictures/truck.webp'
import { AccountPage } from '~/features/account/page'
import { AddressCard } from '~/features/addresses/address-card'
import { useMakeDefault, useRemoveAddress } from '~/features/addresses/mutations'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(addressesQuery(locale))
  const { mutate: makeDefault } = useMakeDefault()
  const { mutate: remove } = useRemoveAddress()
  usePage(t('common.titleOf', { name: t('account.addresses.title') }))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const addresses = data?.data
  const add = (
    <ButtonLink to={paths.newAddress()} size="lg">
      <Plus aria-hidden className="size-5" />
      {t('account.addresses.add')}
    </ButtonLink>
  )
  if (addresses?.length === 0)
    return (
      <EmptyState picture={truck} title={t('account.addresses.empty')} text={t('account.addresses.emptyText')} asPageTitle>
        {add}
      </EmptyState>
    )
  return (
    <AccountPage title={t('account.addresses.title')}>
      {addresses ? (
        <ul className="grid gap-4 sm:grid-cols-2">
          {addresses.map((address) => (
            <AddressCard key={address.id} address={address} onRemove={() => remove(address)} onMakeDefault={() => makeDefault(address)} />
          ))}
        </ul>
      ) : (
        <ListSkeleton />
      )}
      <div>{add}</div>
    </AccountPage>
  )
}
