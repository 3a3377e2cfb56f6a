import { useT } from '~shared/i18n/context'
import type { Section } from '../sections'
import { OptionRow } from './option-row'

export const HEADING = 'px-3 pt-2.5 pb-1 text-[0.8125rem] font-semibold text-muted'

interface Props {
  section: Section
  typed: string
  active: string | null
  isInPanel: boolean
}

/** Options of one kind under their heading, which readers hear as the name of the group. */
export function SectionOf({ section: { kind, options }, typed, active, isInPanel }: Props) {
  const t = useT()
  const rows = options.map((option) => (
    <OptionRow key={option.id} option={option} typed={typed} isActive={option.id === active} isInPanel={isInPanel} />
  ))
  if (kind === 'all') return rows
  const title = t(`around.search.${kind}`)
  return (
    <div role="group" aria-label={title}>
      {kind !== 'recent' && (
        <div aria-hidden className={HEADING}>
          {title}
        </div>
      )}
      {rows}
    </div>
  )
}
