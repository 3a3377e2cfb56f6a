import { useQuery } from '@tanstack/react-query'
import { Building2, House, Pencil, Plus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import truck from '~/assets/pictures/truck.webp'
import { AccountPage } from '~/features/account/page'
import { useMakeDefault, useRemoveAddress } from '~/features/addresses/mutations'
import { linesOf } from '~/features/addresses/rules'
import type { Address } from '~shared/api/types'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink, IconButton, iconButtonClass } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(addressesQuery(locale))
  const { mutate: makeDefault } = useMakeDefault()
  const { mutate: remove } = useRemoveAddress()
  useDocumentHead(t('common.titleOf', { name: t('account.addresses.title') }))
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

interface AddressCardProps {
  address: Address
  onRemove: () => void
  onMakeDefault: () => void
}

function AddressCard({ address, onRemove, onMakeDefault }: AddressCardProps) {
  const t = useT()
  const { id, title, type, stationName, entrance, floor, apartment, landmark, phoneNumber, note, isDefault } = address
  const Icon = type === 'office' ? Building2 : House
  // Where the courier goes within the building.
  const inside = [
    entrance && t('account.addresses.in.entrance', { value: entrance }),
    floor && t('account.addresses.in.floor', { value: floor }),
    apartment && t(`account.addresses.in.${type}`, { value: apartment }),
  ].filter(Boolean)
  const lines = [
    ...linesOf(address),
    inside.join(', '),
    stationName && t('account.addresses.in.station', { name: stationName }),
    landmark,
    phoneNumber,
    note,
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-muted" />
        <h2 className="min-w-0 grow truncate text-base">{title}</h2>
        <Link to={paths.address(String(id))} aria-label={t('account.addresses.editOf', { title })} className={iconButtonClass}>
          <Pencil aria-hidden className="size-4.5" />
        </Link>
        <IconButton label={t('account.addresses.removeOf', { title })} onClick={onRemove} className="-ml-2">
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      </div>
      <address className="grid grow content-start gap-0.5 text-[0.9375rem] text-muted not-italic wrap-anywhere">
        {lines.map((line, index) => (
          <span key={line} className={index === 0 ? 'text-ink' : undefined}>
            {line}
          </span>
        ))}
      </address>
      {isDefault ? (
        <p>
          <span className="inline-block rounded-full bg-good-soft px-3 py-1 text-sm font-semibold text-good">
            {t('account.addresses.isDefault')}
          </span>
        </p>
      ) : (
        <button type="button" onClick={onMakeDefault} className="-mb-2 min-h-11 self-start font-semibold text-accent-text hover:underline">
          {t('account.addresses.makeDefault')}
          <span className="sr-only">: {title}</span>
        </button>
      )}
    </li>
  )
}
