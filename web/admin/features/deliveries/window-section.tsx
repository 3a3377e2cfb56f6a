// The orders of one delivery window: the hours of a day in which a zone is served, with a limited number of deliveries.
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Capacity } from '~admin/features/zones/capacity'
import { adminPaths } from '~admin/paths'
import { PaymentBadge, StatusBadge } from '~shared/features/orders/badges'
import { useT } from '~shared/i18n/context'
import { timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { phoneText } from '~shared/lib/text'
import type { DayWindow, DeliveredOrder } from './api'

const hours = ({ from, until }: DayWindow) => `${timeOfDay(from)}–${timeOfDay(until)}`

interface Props {
  day: string
  window: DayWindow
  orders: DeliveredOrder[]
}

/** Orders are cards on a phone, rows with columns on wider screens and on paper. */
export function WindowSection({ day, window, orders }: Props) {
  const t = useT()
  const { slotId, zone, booked, capacity } = window
  return (
    <section aria-labelledby={slotId} className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 break-after-avoid">
        <h2 id={slotId} className="text-xl tabular-nums">
          {hours(window)}, {zone}
        </h2>
        <p className="text-muted tabular-nums">{t('admin.deliveries.booked', { booked, capacity })}</p>
        {window.isClosed && <ClosedBadge />}
        <Link
          to={adminPaths.orders({ deliverOn: day, window: slotId })}
          className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text hover:underline sm:ml-auto print:hidden"
        >
          {t('admin.deliveries.asList')}
          <span className="sr-only">: {`${hours(window)}, ${zone}`}</span>
        </Link>
      </div>
      <Capacity window={window} name={`${hours(window)}, ${zone}`} />
      <ul className={LIST}>
        {orders.map((order) => (
          <OrderRow key={order.code} order={order} />
        ))}
      </ul>
    </section>
  )
}

const LIST =
  'grid gap-3 lg:gap-0 lg:divide-y lg:divide-line lg:overflow-hidden lg:rounded-xl lg:border lg:border-line lg:bg-surface print:gap-0 print:divide-y'
const ROW =
  'grid gap-x-4 gap-y-1 rounded-xl border border-line bg-surface p-4 text-[0.9375rem] break-inside-avoid lg:rounded-none lg:border-0'
const PRINTED_ROW = 'print:rounded-none print:border-0 print:px-0 print:py-2 print:text-sm'
const COLUMNS =
  'lg:grid-cols-[9rem_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_6rem_8rem] print:grid-cols-[7rem_1.4fr_1.2fr_1.4fr_5rem_6rem]'

const LINK = 'min-h-11 items-center tabular-nums hover:underline print:min-h-0'

function OrderRow({ order }: { order: DeliveredOrder }) {
  const t = useT()
  const { code, status, paymentStatus, recipient, city, district, storeNames, itemCount, cashDue } = order
  return (
    <li className={clsx(ROW, PRINTED_ROW, COLUMNS)}>
      <div className="flex flex-wrap items-center gap-2 lg:grid lg:justify-items-start print:grid print:justify-items-start">
        <h3 className="text-base tabular-nums">
          <Link to={adminPaths.order(code)} className={clsx(LINK, 'inline-flex hover:text-accent-text')}>
            {code}
          </Link>
        </h3>
        <StatusBadge status={status} />
      </div>
      <Cell>
        {recipient.firstName} {recipient.lastName}
        {recipient.phoneNumber && (
          <a href={`tel:${recipient.phoneNumber}`} className={clsx(LINK, 'flex w-fit')}>
            {phoneText(recipient.phoneNumber)}
          </a>
        )}
      </Cell>
      <Cell>{[district, city].filter(Boolean).join(', ')}</Cell>
      <Cell muted>{storeNames.join(', ')}</Cell>
      <Cell>{t('orders.units', { count: itemCount })}</Cell>
      <Cell>
        {cashDue > 0 ? (
          <>
            <span className="block text-sm text-muted">{t('admin.courierSheet.collect')}</span>
            <strong>{money(cashDue)}</strong>
          </>
        ) : (
          <PaymentBadge status={paymentStatus} />
        )}
      </Cell>
    </li>
  )
}

const Cell = ({ muted = false, children }: { muted?: boolean; children: ReactNode }) => (
  <div className={clsx('min-w-0 wrap-anywhere tabular-nums lg:py-2.5 print:py-0', muted && 'text-muted')}>{children}</div>
)

export function EmptyWindows({ windows }: { windows: DayWindow[] }) {
  const t = useT()
  if (windows.length === 0) return null
  return (
    <details className="group rounded-xl border border-line bg-surface px-4 py-2 print:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        {t('admin.deliveries.emptyWindows', { count: windows.length })}
        <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid gap-1 pb-3 text-[0.9375rem]">
        {windows.map((window) => (
          <li key={window.slotId} className="flex flex-wrap items-center gap-x-3 tabular-nums">
            {hours(window)}, {window.zone}
            <span className="text-muted">{t('admin.deliveries.booked', { booked: window.booked, capacity: window.capacity })}</span>
            {window.isClosed && <ClosedBadge />}
            <Capacity window={window} name={`${hours(window)}, ${window.zone}`} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function ClosedBadge() {
  const t = useT()
  return <span className="rounded-full bg-warn-soft px-3 py-0.5 text-sm font-semibold text-warn">{t('adminZones.capacity.closed')}</span>
}
