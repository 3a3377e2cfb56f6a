// The delivery section of an order's page, in the shop and in the back office.

import { Clock, Gift, type LucideIcon, MapPin, MessageSquareText, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { phoneText } from '~shared/lib/text'

export function addressLines(t: Translate, address: Order['address']): string[] {
  const { street, building, district, city, entrance, floor, apartment, landmark, station, postcode } = address
  const within = [
    entrance && t('orders.address.entrance', { value: entrance }),
    floor && t('orders.address.floor', { value: floor }),
    apartment && t('orders.address.apartment', { value: apartment }),
  ]
  return [
    `${street}, ${building}`,
    within.filter(Boolean).join(', '),
    [district, city, postcode && `AZ${postcode}`].filter(Boolean).join(', '),
    station ? t('orders.address.station', { name: station }) : '',
    landmark ?? '',
  ].filter((line) => line !== '')
}

export function Delivery({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { recipient, address, delivery, note, cardText } = order
  return (
    <section aria-labelledby="delivery" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="delivery" className="text-xl">
        {t('orders.delivery')}
      </h2>
      <dl className="grid gap-4 text-[0.9375rem]">
        <Fact Icon={User} label={t('orders.recipient')}>
          {recipient.firstName} {recipient.lastName}
          {recipient.phoneNumber && <PhoneLink number={recipient.phoneNumber} label={t('orders.recipientPhone')} />}
        </Fact>
        <Fact Icon={MapPin} label={t('orders.address.title')}>
          {addressLines(t, address).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {address.phoneNumber && <PhoneLink number={address.phoneNumber} label={t('orders.address.phone')} />}
          {address.note && <span className="block text-muted">{address.note}</span>}
        </Fact>
        {delivery && (
          <Fact Icon={Clock} label={t('orders.time')}>
            {timeWindow(locale, delivery, now)}
          </Fact>
        )}
        {note && (
          <Fact Icon={MessageSquareText} label={t('orders.note')}>
            {note}
          </Fact>
        )}
        {cardText && (
          <Fact Icon={Gift} label={t('orders.cardText')}>
            <span className="whitespace-pre-line">{cardText}</span>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** A press dials, because operators and couriers read this page on a phone. */
const PhoneLink = ({ number, label }: { number: string; label: string }) => (
  <a
    href={`tel:${number}`}
    aria-label={`${label}: ${phoneText(number)}`}
    className="flex min-h-11 items-center text-muted tabular-nums hover:text-accent-text hover:underline"
  >
    {phoneText(number)}
  </a>
)

function Fact({ Icon, label, children }: { Icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <dt className="relative col-start-2 text-sm text-muted">
        <Icon aria-hidden className="absolute top-0.5 -left-8 size-5" />
        {label}
      </dt>
      <dd className="col-start-2 wrap-anywhere">{children}</dd>
    </div>
  )
}
