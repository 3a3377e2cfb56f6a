// The page of the deliveries of a day, grouped by delivery window: the hours in which a zone is served.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { dayOf, deliveriesQuery, type WindowDeliveries } from '~admin/features/deliveries/api'
import { EmptyWindows, WindowSection } from '~admin/features/deliveries/window-section'
import { addDays, dayStart, isDay } from '~admin/lib/days'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { date, weekday } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { Button, ButtonLink } from '~shared/ui/button'
import { controlClass } from '~shared/ui/fields'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

/** Shows the deliveries of today if the address has no day. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const [openedAt] = useState(Date.now)
  const day = dayOf(search, openedAt)
  return (
    <AdminPage
      needs="orders_read"
      isWide
      title={t('admin.deliveries.title', { day: `${weekday(locale, day)}, ${date(locale, dayStart(day))}` })}
      text={t('admin.deliveries.text')}
      action={
        <Button look="secondary" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {t('admin.deliveries.print')}
        </Button>
      }
    >
      <DayLinks day={day} today={dayOf(new URLSearchParams(), openedAt)} />
      <Day key={day} day={day} />
    </AdminPage>
  )
}

function DayLinks({ day, today }: { day: string; today: string }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  // The text of the field, with the day of the address for which it was typed.
  const [typed, setTyped] = useState({ day, text: day })
  // After a navigation to another day, the field shows that day.
  if (typed.day !== day) setTyped({ day, text: day })
  return (
    <nav aria-label={t('admin.deliveries.days')} className="flex flex-wrap items-center gap-2 print:hidden">
      <ButtonLink to={adminPaths.deliveries(addDays(day, -1))} look="secondary">
        <ChevronLeft aria-hidden className="size-4.5" />
        {t('admin.deliveries.previous')}
      </ButtonLink>
      <input
        type="date"
        aria-label={t('admin.deliveries.day')}
        value={typed.text}
        onChange={({ target }) => {
          setTyped({ day, text: target.value })
          if (isDay(target.value)) void navigate(adminPaths.deliveries(target.value))
        }}
        className={controlClass(false, 'h-11 max-w-48')}
      />
      <ButtonLink to={adminPaths.deliveries(addDays(day, 1))} look="secondary">
        {t('admin.deliveries.next')}
        <ChevronRight aria-hidden className="size-4.5" />
      </ButtonLink>
      {day !== today && (
        <ButtonLink to={adminPaths.deliveries()} look="quiet">
          {t('admin.deliveries.today')}
        </ButtonLink>
      )}
    </nav>
  )
}

function Day({ day }: { day: string }) {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(deliveriesQuery(locale, day))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const { windows } = data.data
  const windowsWithOrders = windows.filter(({ orders }) => orders.length > 0)
  return (
    <>
      {windowsWithOrders.length === 0 ? (
        <EmptyState picture={emptySearch} title={t('admin.deliveries.empty')} text={t('admin.deliveries.emptyText')} />
      ) : (
        <Totals windows={windowsWithOrders} />
      )}
      {windowsWithOrders.map(({ window, orders }) => (
        <WindowSection key={window.slotId} day={day} window={window} orders={orders} />
      ))}
      <EmptyWindows windows={windows.filter(({ orders }) => orders.length === 0).map(({ window }) => window)} />
    </>
  )
}

function Totals({ windows }: { windows: WindowDeliveries[] }) {
  const { t } = useI18n()
  const orders = windows.flatMap((window) => window.orders)
  const items = orders.reduce((sum, { itemCount }) => sum + itemCount, 0)
  const cash = orders.reduce((sum, { cashDue }) => sum + cashDue, 0)
  const parts = [t('admin.deliveries.orders', { count: orders.length }), t('orders.units', { count: items })]
  return (
    <p role="status" className="font-medium tabular-nums">
      {[...parts, ...(cash > 0 ? [t('admin.deliveries.cash', { amount: money(cash) })] : [])].join(', ')}
    </p>
  )
}
