import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { HomeSectionKind } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { addableKinds, MAX_SECTIONS } from './kinds'

interface Props {
  id: string
  /** The field whose error is that of the whole list. */
  field: string
  errorId: string | undefined
  sections: { kind: HomeSectionKind }[]
  onAdd: (kind: HomeSectionKind) => void
}

/** A button that shows the kinds of sections. A kind that the page may have only once is offered until it is there. */
export function AddSection({ id, field, errorId, sections, onAdd }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (sections.length >= MAX_SECTIONS)
    return (
      <p tabIndex={-1} data-field={field} aria-describedby={errorId} className="text-muted">
        {t('adminHome.full', { max: MAX_SECTIONS })}
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        id={id}
        look="secondary"
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={`${id}-kinds`}
        aria-describedby={errorId}
        data-field={field}
        onClick={() => setOpen(!isOpen)}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('adminHome.add')}
      </Button>
      <ul
        id={`${id}-kinds`}
        aria-label={t('adminHome.addKinds')}
        hidden={!isOpen}
        className={isOpen ? 'grid gap-2 sm:grid-cols-2' : undefined}
      >
        {isOpen &&
          addableKinds(sections).map((kind) => (
            <li key={kind} className="grid">
              <button
                type="button"
                aria-label={t('adminHome.addOf', { kind: t(`adminHome.kind.${kind}`) })}
                className="grid content-start gap-0.5 rounded-lg border border-line-strong/60 bg-surface px-4 py-3 text-left hover:border-line-strong hover:bg-sunken"
                onClick={() => {
                  setOpen(false)
                  onAdd(kind)
                }}
              >
                <span className="font-semibold">{t(`adminHome.kind.${kind}`)}</span>
                <span className="text-sm text-muted text-pretty">{t(`adminHome.about.${kind}`)}</span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
