import { useT } from '~shared/i18n/context'
import type { Bounds } from '../../filters'

interface Props {
  title: string
  stops: number[]
  draft: Bounds
  inUnit: (value: number) => string
  onChange: (bounds: Bounds) => void
}

const INPUT = 'range-thumbs absolute inset-0 h-11 w-full appearance-none bg-transparent'

/** Two of the platform's sliders, one over the other, of which only the thumbs can be grasped: keyboard and readers know them. */
export function Thumbs({ title, stops, draft: { low, high }, inUnit, onChange }: Props) {
  const t = useT()
  const last = stops.length - 1
  const valueAt = (place: number) => stops[place] ?? 0
  const lowAt =
    low === undefined
      ? 0
      : Math.max(
          0,
          stops.findLastIndex((stop) => stop <= low),
        )
  const firstAbove = high === undefined ? -1 : stops.findIndex((stop) => stop >= high)
  const highAt = firstAbove < 0 ? last : firstAbove
  // At its end a thumb sets no bound: what will be cheaper or dearer tomorrow belongs to the list, too. They do not pass each other.
  const setLow = (place: number) => onChange({ high, low: place <= 0 ? undefined : valueAt(Math.min(place, highAt)) })
  const setHigh = (place: number) => onChange({ low, high: place >= last ? undefined : valueAt(Math.max(place, lowAt)) })
  const share = (place: number) => `${(place / last) * 100}%`
  return (
    <div className="relative -mx-3 h-11">
      {/* Half a thumb shorter on either side, as the way of a thumb is. */}
      <div aria-hidden className="absolute inset-x-5.5 top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-line">
        <div className="absolute inset-y-0 rounded-full bg-accent" style={{ left: share(lowAt), right: share(last - highAt) }} />
      </div>
      <input
        type="range"
        aria-label={`${title}: ${t('around.filters.from')}`}
        aria-valuetext={inUnit(low ?? valueAt(0))}
        max={last}
        value={lowAt}
        onChange={({ target }) => setLow(target.valueAsNumber)}
        // Both at the upper end: the one that can still move has to lie above.
        className={`${INPUT} ${lowAt > last / 2 ? 'z-1' : ''}`}
      />
      <input
        type="range"
        aria-label={`${title}: ${t('around.filters.to')}`}
        aria-valuetext={inUnit(high ?? valueAt(last))}
        max={last}
        value={highAt}
        onChange={({ target }) => setHigh(target.valueAsNumber)}
        className={INPUT}
      />
    </div>
  )
}
