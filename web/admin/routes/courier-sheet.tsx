// The courier sheet: one order on one printed page, which the courier takes along.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { adminOrderQuery } from '~admin/features/orders/api'
import { adminPaths } from '~admin/paths'
import { ForStaff } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import type { Order } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { addressLines } from '~shared/features/orders/delivery'
import { type Translate, useI18n } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { phoneText } from '~shared/lib/text'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { Logo } from '~shared/ui/logo'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  useDocumentHead(t('common.titleOf', { name: t('admin.courierSheet.title', { code }) }))
  return (
    <ForStaff needs="orders_read">
      <Page code={code} />
    </ForStaff>
  )
}

function Page({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(adminOrderQuery(locale, code))
  if (!data && isNotFound(error))
    return <EmptyState picture={emptySearch} title={t('orders.notFound')} text={t('admin.emptyCode')} asPageTitle />
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={adminPaths.order(code)} className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
          <ChevronLeft aria-hidden className="size-4" />
          {t('orders.title', { code })}
        </Link>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {t('admin.courierSheet.print')}
        </Button>
      </div>
      <CourierSheet order={data.data} />
    </div>
  )
}

function CourierSheet({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const { code, recipient, address, delivery, note, stores, lines } = order
  return (
    <article className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <Logo />
        <div className="sm:text-right">
          <h1 tabIndex={-1} className="text-2xl tabular-nums">
            {t('admin.courierSheet.title', { code })}
          </h1>
          {/* Without the current time (`null`), dates are written out: “today” would be wrong on paper tomorrow. */}
          {delivery && <p className="font-semibold tabular-nums">{timeWindow(locale, delivery, null)}</p>}
        </div>
      </header>
      <dl className="grid gap-4 text-[0.9375rem] sm:grid-cols-2">
        <Fact label={t('orders.recipient')}>
          {recipient.firstName} {recipient.lastName}
          <Line>{phoneText(recipient.phoneNumber)}</Line>
        </Fact>
        <Fact label={t('orders.address.title')}>
          {addressLines(t, address).map((line) => (
            <Line key={line}>{line}</Line>
          ))}
          {address.note && <Line>{address.note}</Line>}
        </Fact>
        {address.phoneNumber && <Fact label={t('orders.address.phone')}>{phoneText(address.phoneNumber)}</Fact>}
        {note && <Fact label={t('orders.note')}>{note}</Fact>}
        <Fact label={t('admin.courierSheet.collect')}>
          <strong className="text-lg tabular-nums">{toCollect(t, order)}</strong>
        </Fact>
      </dl>
      {stores.map((part) => (
        <section key={part.storeId} aria-label={part.name} className="break-inside-avoid">
          <h2 className="border-b border-line-strong pb-2 text-base">{t('admin.courierSheet.pickUp', { name: part.name })}</h2>
          <ul className="divide-y divide-line">
            {lines
              .filter(({ id }) => part.lineIds.includes(id))
              .map(({ id, name, size, count }) => (
                <li key={id} className="flex justify-between gap-4 py-2 wrap-anywhere">
                  {name}
                  {size && `, ${size}`}
                  <span className="whitespace-nowrap tabular-nums">× {count}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p className="border-t border-line-strong pt-4 pb-16 text-sm text-muted">{t('admin.courierSheet.receivedBy')}</p>
    </article>
  )
}

/** Only cash is collected on delivery. */
function toCollect(t: Translate, { paymentMethod, paymentStatus, amounts }: Order): string {
  if (paymentStatus === 'paid') return t('admin.courierSheet.paid')
  return paymentMethod === 'cash' ? money(amounts.total) : t(`orders.payment.${paymentStatus}`)
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const Line = ({ children }: { children: ReactNode }) => <span className="block tabular-nums">{children}</span>
