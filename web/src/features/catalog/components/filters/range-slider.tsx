// The slider of a range, with a thumb for each bound.

import type { Bounds } from '~/features/catalog/filters'
import { useT } from '~shared/i18n/context'

interface RangeSliderProps {
  title: string
  stops: number[]
  draft: Bounds
  inUnit: (value: number) => string
  onChange: (bounds: Bounds) => void
}

const INPUT = 'range-thumbs absolute inset-0 h-11 w-full appearance-none bg-transparent'

/** Two native sliders on top of each other, of which only the thumbs react. They work with keyboard and screen reader. */
export function RangeSlider({ title, stops, draft: { low, high }, inUnit, onChange }: RangeSliderProps) {
  const t = useT()
  const last = stops.length - 1
  const valueAt = (index: number) => stops[index] ?? 0
  // A thumb is at the stop outside its bound. Without a bound, or beyond all stops, it is at the end.
  const lastBelow = low === undefined ? -1 : stops.findLastIndex((stop) => stop <= low)
  const lowIndex = lastBelow < 0 ? 0 : lastBelow
  const firstAbove = high === undefined ? -1 : stops.findIndex((stop) => stop >= high)
  const highIndex = firstAbove < 0 ? last : firstAbove
  // A thumb at its end sets no bound, so that products beyond it can appear later. Thumbs cannot pass each other.
  const setLow = (index: number) => onChange({ high, low: index <= 0 ? undefined : valueAt(Math.min(index, highIndex)) })
  const setHigh = (index: number) => onChange({ low, high: index >= last ? undefined : valueAt(Math.max(index, lowIndex)) })
  const position = (index: number) => `${(index / last) * 100}%`
  return (
    <div className="relative -mx-3 h-11">
      {/* The centre of a thumb stops half a thumb before each end, so the track is shorter. */}
      <div aria-hidden className="absolute inset-x-5.5 top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-line">
        <div
          className="absolute inset-y-0 rounded-full bg-accent"
          style={{ left: position(lowIndex), right: position(last - highIndex) }}
        />
      </div>
      <input
        type="range"
        aria-label={`${title}: ${t('deferred.filters.from')}`}
        aria-valuetext={inUnit(low ?? valueAt(0))}
        max={last}
        value={lowIndex}
        onChange={({ target }) => setLow(target.valueAsNumber)}
        // Only the lower thumb can move at the upper end, so it must be on top.
        className={`${INPUT} ${lowIndex > last / 2 ? 'z-1' : ''}`}
      />
      <input
        type="range"
        aria-label={`${title}: ${t('deferred.filters.to')}`}
        aria-valuetext={inUnit(high ?? valueAt(last))}
        max={last}
        value={highIndex}
        onChange={({ target }) => setHigh(target.valueAsNumber)}
        className={INPUT}
      />
    </div>
  )
}
