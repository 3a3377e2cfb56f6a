import { useQuery } from '@tanstack/react-query'
import { Bell, Cake, ListChecks, type LucideIcon, MapPin, MonitorSmartphone, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linesOf } from '~/features/addresses/rules'
import { DaysLeft } from '~/features/families/birthday-form'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useAuth } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { Skeleton } from '~shared/ui/states'
import { myListsQuery } from '../lists/queries'
import { useUnread } from './counts'
import { devicesQuery, familiesQuery, ordersQuery } from './queries'

const LineSkeleton = () => <Skeleton className="mt-1 h-4 w-40" />

/** Each tile loads and fails on its own. */
export function Tiles() {
  const { t } = useI18n()
  const unread = useUnread()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      <Tile to={paths.notifications()} Icon={Bell} title={t('account.notifications.title')} tone="bg-lilac">
        {unread > 0 ? t('common.nav.unread', { count: unread }) : t('account.overview.allRead')}
      </Tile>
      <OrdersTile />
      <BirthdayTile />
      <AddressTile />
      <DevicesTile />
      {isBlogger && <ListsTile />}
    </ul>
  )
}

function OrdersTile() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(ordersQuery(locale, 1))
  const lastOrder = data?.data[0]
  return (
    <Tile
      to={lastOrder ? paths.order(lastOrder.code) : paths.orders()}
      Icon={Package}
      title={t('account.overview.lastOrder')}
      tone="bg-peach"
    >
      {isPending && <LineSkeleton />}
      {data && (lastOrder ? `${lastOrder.code}, ${date(locale, lastOrder.createdAt)}` : t('account.overview.noOrders'))}
    </Tile>
  )
}

function AddressTile() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(addressesQuery(locale))
  const address = data?.data.find(({ isDefault }) => isDefault) ?? data?.data[0]
  const addressText = address ? `${address.title}: ${linesOf(address).join(', ')}` : t('account.overview.noAddress')
  return (
    <Tile to={address ? paths.addresses() : paths.newAddress()} Icon={MapPin} title={t('account.overview.address')} tone="bg-mint">
      {isPending ? <LineSkeleton /> : addressText}
    </Tile>
  )
}

function BirthdayTile() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(familiesQuery(locale))
  const nextBirthday = data?.data[0]
  return (
    <Tile to={nextBirthday ? paths.birthdays() : paths.newBirthday()} Icon={Cake} title={t('account.overview.birthday')} tone="bg-rose">
      {isPending && <LineSkeleton />}
      {nextBirthday && (
        <>
          {nextBirthday.name}
          <DaysLeft days={nextBirthday.daysLeft} />
        </>
      )}
      {!isPending && !nextBirthday && t('account.overview.noBirthday')}
    </Tile>
  )
}

function DevicesTile() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(devicesQuery(locale))
  return (
    <Tile to={paths.devices()} Icon={MonitorSmartphone} title={t('account.devices.title')} tone="bg-sky">
      {isPending ? <LineSkeleton /> : data && t('account.overview.devices', { count: data.data.length })}
    </Tile>
  )
}

function ListsTile() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(myListsQuery(locale))
  const count = data?.data.length ?? 0
  return (
    <Tile to={paths.myLists()} Icon={ListChecks} title={t('account.influencer.lists')} tone="bg-lemon">
      {isPending && <LineSkeleton />}
      {data && (count > 0 ? t('account.overview.lists', { count }) : t('account.overview.noLists'))}
    </Tile>
  )
}

interface TileProps {
  to: string
  Icon: LucideIcon
  title: string
  tone: string
  children: ReactNode
}

function Tile({ to, Icon, title, tone, children }: TileProps) {
  return (
    <li className="relative flex gap-4 rounded-xl border border-line bg-surface p-5 hover:border-line-strong">
      <span className={`grid size-11 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 className="text-base">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-xl">
            {title}
          </Link>
        </h2>
        <div className="text-[0.9375rem] text-muted wrap-anywhere">{children}</div>
      </div>
    </li>
  )
}
