// The place of delivery and the next delivery window, in the strip above the header.

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, MapPin } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { onDemandPart } from '~/lib/lazy-part'
import { addressesQuery } from '~shared/features/addresses/queries'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { OptionalPart } from '~shared/ui/states'
import { promiseText, useEarliest, windowText } from './earliest'
import { promised, usePromised } from './promised'
import { placeDialog, destination, usePlaceDialog, useDestination, usePlaceName } from './store'

const Choice = onDemandPart(() => import('./choice'))

export default function DestinationChip() {
  const { t, locale } = useI18n()
  const earliest = useEarliest()
  const name = usePlaceName() ?? earliest?.zone
  const wasOpened = usePlaceDialog((state) => state.wasOpened)
  const requestedDays = usePromised(({ requestedDays }) => requestedDays)
  const slot = earliest?.slot
  const window = slot ? windowText(locale, slot, earliest.at) : null
  useGuessPlace()
  if (!earliest) return null
  const place = name ?? t('promises.destination.unknown')
  // Without a window, the place is not served or all windows are full.
  const when = earliest.zone === undefined ? t('promises.destination.notServed') : (window ?? t('promises.earliest.full'))
  return (
    <>
      {requestedDays.map((days) => (
        <PromisedWindowProvider key={days} days={days} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('promises.destination.change', { place, when })}
        onClick={placeDialog.begin}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-sm hover:text-accent-text"
      >
        <MapPin aria-hidden className="size-4 shrink-0" />
        <span className="truncate">
          <strong className="font-semibold text-ink">{place}</strong> · {when}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {wasOpened && (
        <OptionalPart>
          <Suspense>
            <Choice />
          </Suspense>
        </OptionalPart>
      )}
    </>
  )
}

/** Gives the cards the window for this preparation time. */
function PromisedWindowProvider({ days }: { days: number }) {
  const { locale } = useI18n()
  const text = promiseText(locale, useEarliest(days))
  useEffect(() => promised.setWindow(days, text), [days, text])
  return null
}

/** Guesses the place from the default address. The checkout's guess stays until the shopper signs out. */
function useGuessPlace() {
  const { locale } = useI18n()
  const isSignedIn = useIsSignedIn()
  const isUnknown = useDestination((state) => state.place === null)
  const { data } = useQuery({ ...addressesQuery(locale), enabled: isSignedIn && isUnknown })
  const address = data?.data.find(({ isDefault }) => isDefault) ?? data?.data[0]
  useEffect(() => {
    if (!isSignedIn) destination.forgetGuess()
    else if (address && isUnknown) destination.guess(address)
  }, [isSignedIn, isUnknown, address])
}
