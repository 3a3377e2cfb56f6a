import { useT } from '~/i18n/context'
import type { Bounds } from '../../filters'

interface Props {
  title: string
  least: number
  most: number
  step: number
  draft: Bounds
  inUnit: (value: number) => string
  onChange: (bounds: Bounds) => void
}

const INPUT = 'range-thumbs absolute inset-0 h-11 w-full appearance-none bg-transparent'

/** Two of the platform's sliders, one over the other, of which only the thumbs can be grasped: keyboard and readers know them. */
export function Thumbs({ title, least, most, step, draft, inUnit, onChange }: Props) {
  const t = useT()
  const inside = (value: number) => Math.min(most, Math.max(least, value))
  const [low, high] = [inside(draft.low ?? least), inside(draft.high ?? most)]
  // At its end a thumb sets no bound: what will be cheaper or dearer tomorrow belongs to the list, too.
  const setLow = (value: number) => onChange({ ...draft, low: value <= least ? undefined : Math.min(value, high) })
  const setHigh = (value: number) => onChange({ ...draft, high: value >= most ? undefined : Math.max(value, low) })
  const share = (value: number) => ((value - least) / (most - least)) * 100
  return (
    <div className="relative -mx-3 h-11">
      {/* Half a thumb shorter on either side, as the way of a thumb is. */}
      <div aria-hidden className="absolute inset-x-5.5 top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-line">
        <div className="absolute inset-y-0 rounded-full bg-accent" style={{ left: `${share(low)}%`, right: `${100 - share(high)}%` }} />
      </div>
      <input
        type="range"
        aria-label={`${title}: ${t('filters.from')}`}
        aria-valuetext={inUnit(low)}
        min={least}
        max={most}
        step={step}
        value={low}
        onChange={({ target }) => setLow(target.valueAsNumber)}
        // Both at the upper end: the one that can still move has to lie above.
        className={`${INPUT} ${share(low) > 50 ? 'z-1' : ''}`}
      />
      <input
        type="range"
        aria-label={`${title}: ${t('filters.to')}`}
        aria-valuetext={inUnit(high)}
        min={least}
        max={most}
        step={step}
        value={high}
        onChange={({ target }) => setHigh(target.valueAsNumber)}
        className={INPUT}
      />
    </div>
  )
}
