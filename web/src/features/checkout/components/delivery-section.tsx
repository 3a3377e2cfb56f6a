import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeliveryDay, DeliverySlot } from '~shared/api/types'
import { preparationOf } from '~/features/basket/rules'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { timeOfDay, windowOfTime } from '~shared/i18n/times'
import { useNow } from '~shared/lib/use-now'
import { Button } from '~shared/ui/button'
import { ChoiceCard } from '~shared/ui/choice-card'
import { Skeleton } from '~shared/ui/skeleton'
import { slotsQuery } from '../queries'
import { feeOf } from '../rules'
import { precheckout } from '~shared/features/checkout/store'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-section'
import { DayChips } from './day-chips'

const isIn = (id: string | null) => (day: DeliveryDay) => day.slots.some((slot) => slot.id === id)

/** As soon as it may be, or on a day and in a window of one's own choice. */
export function DeliverySection() {
  const { t } = useI18n()
  const { address } = useCheckout()
  return (
    <CheckoutSection place="delivery" title={t('checkout.delivery.title')}>
      {address ? <Slots key={address.id} /> : <p className="text-muted">{t('checkout.delivery.addressFirst')}</p>}
    </CheckoutSection>
  )
}

function Slots() {
  const { t, locale } = useI18n()
  const now = useNow()
  const { address, said, check } = useCheckout()
  const preparationDays = preparationOf((check.checked?.lines ?? []).map(({ product }) => product))
  const { data, isError, refetch } = useQuery(slotsQuery(locale, address?.cityId ?? 0, address?.districtId, preparationDays))
  const [opened, setOpened] = useState<string | null>(null)
  const days = data?.data.days ?? []
  const freeFrom = data?.data.freeFrom
  const day = days.find(({ date }) => date === opened) ?? days.find(isIn(said.dateTime))
  const next = said.dateTime === null ? check.checked?.delivery : undefined

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
          checked={said.dateTime === null}
          onChange={() => {
            setOpened(null)
            precheckout.set({ dateTime: null })
          }}
          title={t('checkout.delivery.soonest')}
          text={next ? windowOfTime(locale, next, now) : t('checkout.delivery.soonestText')}
        />
      </fieldset>
      <DayChips days={days} chosen={day?.date} onChoose={setOpened} />
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
  const { said, check } = useCheckout()
  const { id, from, until, isFull } = slot
  const fee = check.checked ? feeOf(slot, freeFrom, check.checked) : slot.fee
  const price = fee > 0 ? money(fee) : t('checkout.free')
  return (
    <ChoiceCard
      name="dateTime"
      value={id}
      checked={id === said.dateTime}
      disabled={isFull && id !== said.dateTime}
      onChange={() => precheckout.set({ dateTime: id })}
      title={`${timeOfDay(from)}–${timeOfDay(until)}`}
      aside={isFull ? t('checkout.delivery.full') : price}
    />
  )
}
