// Resolves an edit conflict: another operator has saved the same entry since this operator opened its form.
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ChoiceCard } from '~shared/ui/choices'

/** A part of a form whose typed value differs from what another operator saved. */
export interface Difference {
  name: string
  label: string
  /** These texts describe the typed and the saved value. They are empty if there is none. */
  mine: string
  theirs: string
  /** Whether only the other operator has changed it, so that the saved value is chosen at first. */
  isOnlyTheirs?: boolean
}

interface Props {
  differences: Difference[]
  /** Replaces the explanation. */
  text?: string
  /** Called with the names of the parts that take the saved value. */
  onResolve: (taken: string[]) => void
}

const names = (parts: Difference[]) => parts.map(({ name }) => name)

export function Conflict({ differences, text, onResolve }: Props) {
  const t = useT()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const choiceOf = ({ name, isOnlyTheirs = false }: Difference) => chosen[name] ?? (isOnlyTheirs ? 'theirs' : 'mine')
  useEffect(() => panel.current?.focus(), [])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-warn-soft p-5 outline-none sm:p-7"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {t('admin.conflict.title')}
        </h2>
        <p className="text-pretty">{text ?? t('admin.conflict.text')}</p>
      </div>
      {differences.map((difference) => (
        <fieldset key={difference.name}>
          <legend className="mb-1.5 font-semibold">{difference.label}</legend>
          <div className="grid gap-2 md:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <ChoiceCard
                key={side}
                name={`${id} ${difference.name}`}
                checked={choiceOf(difference) === side}
                onChange={() => setChosen({ ...chosen, [difference.name]: side })}
                title={t(`admin.conflict.${side}`)}
                text={<span className="whitespace-pre-line">{difference[side] || t('admin.conflict.empty')}</span>}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onResolve(names(differences.filter((difference) => choiceOf(difference) === 'theirs')))}>
          {t('admin.conflict.resolve')}
        </Button>
        {differences.length > 1 && (
          <Button look="secondary" onClick={() => onResolve(names(differences))}>
            {t('admin.conflict.takeAll')}
          </Button>
        )}
      </div>
    </section>
  )
}
