import clsx from 'clsx'
import type { ReactNode } from 'react'
import { number } from '~shared/i18n/format'

interface Props {
  label: ReactNode
  count?: number | undefined
  isOn: boolean
  onChange: () => void
  /** Of the group that only one can be chosen of. */
  oneOf?: string
}

/** A box to tick or a choice of one; the whole row is the target. The count tells what it would leave. */
export function Choice({ label, count, isOn, onChange, oneOf }: Props) {
  const isUseless = count === 0 && !isOn
  return (
    <label
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md text-[0.9375rem] hover:text-accent-text',
        isUseless && 'text-muted',
      )}
    >
      <input
        type={oneOf ? 'radio' : 'checkbox'}
        name={oneOf}
        checked={isOn}
        onChange={onChange}
        className="size-5 shrink-0 cursor-pointer accent-accent"
      />
      <span className="min-w-0 grow">{label}</span>
      {count !== undefined && <span className="text-sm text-muted tabular-nums">{number(count)}</span>}
    </label>
  )
}
