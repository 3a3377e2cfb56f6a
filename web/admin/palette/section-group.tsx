import clsx from 'clsx'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import type { Option, Section } from './options'

interface SectionGroupProps {
  section: Section
  activeId: string | undefined
  onChoose: (event: MouseEvent, option: Option) => void
}

export function SectionGroup({ section: { kind, options }, activeId, onChoose }: SectionGroupProps) {
  const t = useT()
  const title = t(`adminConsole.palette.group.${kind}`)
  return (
    <div role="group" aria-label={title}>
      <div aria-hidden className="px-3 pt-2.5 pb-1 text-[0.8125rem] font-semibold text-muted">
        {title}
      </div>
      {options.map((option) => (
        <OptionRow key={option.id} option={option} isActive={option.id === activeId} onClick={(event) => onChoose(event, option)} />
      ))}
    </div>
  )
}

interface OptionRowProps {
  option: Option
  isActive: boolean
  onClick: (event: MouseEvent) => void
}

function OptionRow({ option: { id, label, note, to, Icon }, isActive, onClick }: OptionRowProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onClick}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 text-[0.9375rem] hover:bg-sunken',
        isActive && 'bg-sunken outline-2 -outline-offset-2 outline-accent-text',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
      {note && <span className="ml-auto max-w-[50%] shrink-0 truncate text-sm text-muted">{note}</span>}
    </Link>
  )
}
