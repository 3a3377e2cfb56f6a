// The delivery time. A slot is a window of hours on one day, with a limited number of deliveries.

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { preparationOf } from '~/features/basket/rules'
import type { DeliveryDay, DeliverySlot } from '~shared/api/types'
import { precheckout } from '~shared/features/checkout/store'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth, timeOfDay, bakuDate, weekday, timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { ChoiceCard } from '~shared/ui/choices'
import { Skeleton } from '~shared/ui/states'
import { slotsQuery } from '../queries'
import { feeOf } from '../rules'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-frame'

const hasSlot = (id: string | null) => (day: DeliveryDay) => day.slots.some((slot) => slot.id === id)

export function DeliverySection() {
  const { t } = useI18n()
  const { address } = useCheckout()
  return (
    <CheckoutSection name="delivery" title={t('checkout.delivery.title')}>
      {address ? <Slots key={address.id} /> : <p className="text-muted">{t('checkout.delivery.addressFirst')}</p>}
    </CheckoutSection>
  )
}

/** Offers the next free slot, or a day and one of its slots. */
function Slots() {
  const { t, locale } = useI18n()
  const now = useNow()
  const { address, choices, check } = useCheckout()
  const preparationDays = preparationOf((check.checked?.lines ?? []).map(({ product }) => product))
  const { data, isError, refetch } = useQuery(slotsQuery(locale, address?.cityId ?? 0, address?.districtId, preparationDays))
  const [openedDate, setOpenedDate] = useState<string | null>(null)
  const days = data?.data.days ?? []
  const freeFrom = data?.data.freeFrom
  const day = days.find(({ date }) => date === openedDate) ?? days.find(hasSlot(choices.dateTime))
  // Without a chosen slot (`dateTime`), the check plans the order for the next free one.
  const nextSlot = choices.dateTime === null ? check.checked?.delivery : undefined

  if (isError && !data)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted">{t('checkout.delivery.failed')}</p>
        <Button look="secondary" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  if (!data) return <Skeleton className="h-32 w-full rounded-lg" />
  return (
    <>
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">{t('checkout.delivery.when')}</legend>
        <ChoiceCard
          name="dateTime"
          checked={choices.dateTime === null}
          onChange={() => {
            setOpenedDate(null)
            precheckout.set({ dateTime: null })
          }}
          title={t('checkout.delivery.soonest')}
          text={nextSlot ? timeWindow(locale, nextSlot, now) : t('checkout.delivery.soonestText')}
        />
      </fieldset>
      <DayChips days={days} chosen={day?.date} onChoose={setOpenedDate} />
      {day && (
        <fieldset className="grid appear gap-2.5 sm:grid-cols-2" key={day.date}>
          <legend className="mb-2.5 font-semibold">{t('checkout.delivery.window')}</legend>
          {day.slots.map((slot) => (
            <Slot key={slot.id} slot={slot} freeFrom={freeFrom} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function Slot({ slot, freeFrom }: { slot: DeliverySlot; freeFrom: number | undefined }) {
  const { t } = useI18n()
  const { choices, check } = useCheckout()
  const { id, from, until, isFull } = slot
  const fee = check.checked ? feeOf(slot, freeFrom, check.checked) : slot.fee
  const price = fee > 0 ? money(fee) : t('checkout.free')
  return (
    <ChoiceCard
      name="dateTime"
      value={id}
      checked={id === choices.dateTime}
      disabled={isFull && id !== choices.dateTime}
      onChange={() => precheckout.set({ dateTime: id })}
      title={`${timeOfDay(from)}–${timeOfDay(until)}`}
      aside={isFull ? t('checkout.delivery.full') : price}
    />
  )
}

const DAY_MS = 24 * 3600_000

interface DayChipsProps {
  days: DeliveryDay[]
  chosen: string | undefined
  onChoose: (date: string) => void
}

function DayChips({ days, chosen, onChoose }: DayChipsProps) {
  const { t, locale } = useI18n()
  const now = useNow()
  const nameOf = (date: string) => {
    if (now !== null && date === bakuDate(now)) return t('checkout.delivery.today')
    if (now !== null && date === bakuDate(now + DAY_MS)) return t('checkout.delivery.tomorrow')
    return weekday(locale, date)
  }
  return (
    <ul aria-label={t('checkout.delivery.days')} className="shelf -mx-5 scroll-px-5 gap-2 px-5 py-1 sm:-mx-6 sm:scroll-px-6 sm:px-6">
      {days.map(({ date, slots }) => {
        const isFull = slots.every((slot) => slot.isFull)
        return (
          <li key={date}>
            <button
              type="button"
              aria-pressed={date === chosen}
              disabled={isFull}
              onClick={() => onChoose(date)}
              className={clsx(
                'grid min-h-16 min-w-28 content-center rounded-lg border px-3.5 py-2 text-left whitespace-nowrap transition-colors',
                date === chosen ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
                isFull && 'text-muted',
              )}
            >
              <span className="font-semibold first-letter:uppercase">{nameOf(date)}</span>
              <span className={clsx('text-sm', date !== chosen && 'text-muted')}>
                {isFull ? t('checkout.delivery.full') : dayAndMonth(locale, date).join(' ')}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
