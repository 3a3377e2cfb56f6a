import clsx from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import type { Bounds } from '~/features/catalog/filters'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { areSame, ordered, sliderStops, toNumber } from './range-values'
import { Group } from './parts'

const SETTLE_DELAY_MS = 450

/**
 * `draft`, which the page shows, follows every drag and key; a changed address (`chosen`) replaces it. It is `pending` until `onSettled`
 * gets it: after a pause, on `settle`, or on unmount.
 */
function useDraft(chosen: Bounds, onSettled: (bounds: Bounds) => void) {
  const [draft, setDraft] = useState(chosen)
  const [lastChosen, setLastChosen] = useState(chosen)
  if (!areSame(lastChosen, chosen)) {
    setLastChosen(chosen)
    setDraft(chosen)
  }

  const latestOnSettled = useRef(onSettled)
  useEffect(() => {
    latestOnSettled.current = onSettled
  })

  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; bounds: Bounds } | null>(null)
  const settle = () => {
    if (!pending.current) return
    const { timer, bounds } = pending.current
    clearTimeout(timer)
    pending.current = null
    latestOnSettled.current(ordered(bounds))
  }
  const settleOnUnmount = useRef(settle)
  // The effect only returns its cleanup, which runs on unmount.
  useEffect(() => settleOnUnmount.current, [])

  const change = (bounds: Bounds) => {
    setDraft(bounds)
    if (pending.current) clearTimeout(pending.current.timer)
    pending.current = { bounds, timer: setTimeout(settle, SETTLE_DELAY_MS) }
  }
  return { draft, change, settle }
}

interface RangeProps {
  title: string
  unit?: string | undefined
  /** Lowest and highest value in the list. */
  min: number | undefined
  max: number | undefined
  chosen: Bounds
  onChoose: (bounds: Bounds) => void
}

const NO_BOUNDS: Bounds = {}

export function Range({ title, unit, min = 0, max = 0, chosen, onChoose }: RangeProps) {
  const t = useT()
  const { draft, change, settle } = useDraft(chosen, onChoose)
  const stops = sliderStops(min, max)
  const [lowest = 0, highest = lowest] = [stops[0], stops.at(-1)]
  if (lowest >= highest && areSame(chosen, NO_BOUNDS)) return null
  const inUnit = (value: number) => number(value) + (unit ? `\u00a0${unit}` : '')
  return (
    <Group title={title}>
      {lowest < highest && <RangeSlider {...{ title, stops, draft, inUnit }} onChange={change} />}
      <div className="mt-1 grid grid-cols-2 gap-2">
        <AmountInput
          label={t('deferred.filters.from')}
          unit={unit}
          value={draft.low}
          placeholder={lowest}
          onChange={(low) => change({ ...draft, low })}
          onDone={settle}
        />
        <AmountInput
          label={t('deferred.filters.to')}
          unit={unit}
          value={draft.high}
          placeholder={highest}
          onChange={(high) => change({ ...draft, high })}
          onDone={settle}
        />
      </div>
    </Group>
  )
}

interface AmountInputProps {
  label: string
  unit: string | undefined
  value: number | undefined
  /** End of the list's range, shown while no bound is set. */
  placeholder: number
  onChange: (value: number | undefined) => void
  onDone: () => void
}

/** Keeps the text as typed while it has the focus. */
function AmountInput({ label, unit, value, placeholder, onChange, onDone }: AmountInputProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isRefused = typed !== null && typed.trim() !== '' && toNumber(typed) === undefined
  return (
    <div className="relative">
      <label htmlFor={id} className="absolute top-1.5 left-3 text-xs text-muted">
        {unit ? `${label}, ${unit}` : label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder={number(placeholder)}
        value={typed ?? (value === undefined ? '' : number(value))}
        aria-invalid={isRefused || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(toNumber(target.value))
        }}
        onKeyDown={({ key }) => key === 'Enter' && onDone()}
        onBlur={() => {
          setTyped(null)
          onDone()
        }}
        className={clsx(
          'h-13 w-full rounded-lg border bg-surface px-3 pt-4 font-medium tabular-nums placeholder:font-normal placeholder:text-muted',
          isRefused ? 'border-bad' : 'border-line-strong',
        )}
      />
    </div>
  )
}

interface RangeSliderProps {
  title: string
  stops: number[]
  draft: Bounds
  inUnit: (value: number) => string
  onChange: (bounds: Bounds) => void
}

const INPUT = 'range-thumbs absolute inset-0 h-11 w-full appearance-none bg-transparent'

/** Two native sliders on top of each other, of which only the thumbs react. They work with keyboard and screen reader. */
function RangeSlider({ title, stops, draft: { low, high }, inUnit, onChange }: RangeSliderProps) {
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
        // At the upper end only the lower thumb can move, so it must be on top.
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
