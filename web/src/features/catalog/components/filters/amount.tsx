import { useId, useState } from 'react'
import { number } from '~shared/i18n/format'
import { toNumber } from './numbers'

interface Props {
  label: string
  unit: string | undefined
  value: number | undefined
  /** What holds while nothing is chosen. */
  otherwise: number
  onChange: (value: number | undefined) => void
  onDone: () => void
}

/** A number as people type it. While it is being typed it stays as it was typed. */
export function Amount({ label, unit, value, otherwise, onChange, onDone }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
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
        placeholder={number(otherwise)}
        value={typed ?? (value === undefined ? '' : number(value))}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(toNumber(target.value))
        }}
        onKeyDown={({ key }) => key === 'Enter' && onDone()}
        onBlur={() => {
          setTyped(null)
          onDone()
        }}
        className="h-13 w-full rounded-lg border border-line-strong bg-surface px-3 pt-4 font-medium tabular-nums placeholder:font-normal placeholder:text-muted"
      />
    </div>
  )
}
