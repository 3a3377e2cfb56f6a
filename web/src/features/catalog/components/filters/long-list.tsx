import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { folded } from './steps'

interface Props<T> {
  values: T[]
  isChosen: (value: string) => boolean
  children: (value: T) => ReactNode
}

/** The first values of a long list, and the rest when they are asked for. What is chosen is never hidden. */
export function LongList<T extends { value: string }>({ values, isChosen, children }: Props<T>) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const few = folded(values, isChosen)
  const hidden = values.length - few.length
  return (
    <>
      {(isOpen ? values : few).map(children)}
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-md text-[0.9375rem] font-semibold text-accent-text"
        >
          {isOpen ? t('around.filters.fewer') : t('around.filters.more', { count: hidden })}
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </button>
      )}
    </>
  )
}
