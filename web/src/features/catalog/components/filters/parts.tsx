import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { visibleValues } from './range-values'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <p id={id} className="mb-1.5 font-semibold">
        {title}
      </p>
      {children}
    </div>
  )
}

interface CollapsibleListProps<T> {
  values: T[]
  isChosen: (value: string) => boolean
  children: (value: T) => ReactNode
}

/** Chosen values are always shown, the rest of a long list on request. */
export function CollapsibleList<T extends { value: string }>({ values, isChosen, children }: CollapsibleListProps<T>) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const visible = visibleValues(values, isChosen)
  const hidden = values.length - visible.length
  return (
    <>
      {(isOpen ? values : visible).map(children)}
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-md text-[0.9375rem] font-semibold text-accent-text"
        >
          {isOpen ? t('deferred.filters.fewer') : t('deferred.filters.more', { count: hidden })}
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </button>
      )}
    </>
  )
}

interface ChoiceProps {
  label: ReactNode
  count?: number | undefined
  isOn: boolean
  onChange: () => void
  /** Name of the radio group, if only one can be chosen. */
  radioGroup?: string
}

/** The count is the number of products that would be left. */
export function Choice({ label, count, isOn, onChange, radioGroup }: ChoiceProps) {
  const isWithoutProducts = count === 0 && !isOn
  return (
    <label
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md text-[0.9375rem] hover:text-accent-text',
        isWithoutProducts && 'text-muted',
      )}
    >
      <input
        type={radioGroup ? 'radio' : 'checkbox'}
        name={radioGroup}
        checked={isOn}
        onChange={onChange}
        className="size-5 shrink-0 cursor-pointer accent-accent"
      />
      <span className="min-w-0 grow">{label}</span>
      {count !== undefined && <span className="text-sm text-muted tabular-nums">{number(count)}</span>}
    </label>
  )
}
