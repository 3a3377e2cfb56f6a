// The filter of a range, such as the price.

import clsx from 'clsx'
import { useId, useState } from 'react'
import type { Bounds } from '~/features/catalog/filters'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { areSame, sliderStops, toNumber } from './range-values'
import { Group } from './parts'
import { useDraftBounds } from './use-draft-bounds'
import { RangeSlider } from './range-slider'

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
  const { draft, change, settle } = useDraftBounds(chosen, onChoose)
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
