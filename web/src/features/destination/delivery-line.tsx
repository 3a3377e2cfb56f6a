import type { ReactNode } from 'react'
import { useI18n } from '~shared/i18n/context'
import { feeText, leftText, useEarliest, windowText } from './earliest'
import { placeDialog, usePlaceName } from './store'

interface DeliveryLineProps {
  /** The total of the goods in qəpik, which decides the fee. */
  goods: number
  preparationDays: number
  /** Shown until the response arrives. */
  children?: ReactNode
}

/** The next delivery on product and cart pages: window, time left to order, and fee. */
export default function DeliveryLine({ goods, preparationDays, children }: DeliveryLineProps) {
  const { t, locale } = useI18n()
  const earliest = useEarliest(preparationDays)
  const place = usePlaceName() ?? earliest?.zone
  if (!earliest) return children
  const { slot, minutesLeft, zone } = earliest
  const noSlotText = zone === undefined ? t('promises.destination.notServed') : t('promises.earliest.full')
  const timeLeft = minutesLeft === null ? null : leftText(t, minutesLeft)
  const prepared = preparationDays > 0 && t('promises.earliest.prepared', { count: preparationDays })
  const details = [prepared, timeLeft && t('promises.earliest.left', { time: timeLeft }), feeText(t, earliest, goods)].filter(Boolean)
  return (
    <span className="text-[0.9375rem]">
      <strong className="block font-semibold">
        {place !== undefined && `${place}: `}
        {slot ? windowText(locale, slot, earliest.at) : noSlotText}
      </strong>
      {details.length > 0 && <span className="block text-muted">{details.join(' · ')}</span>}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={placeDialog.begin}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        {t('promises.destination.another')}
      </button>
    </span>
  )
}
