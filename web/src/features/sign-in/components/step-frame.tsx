import type { ReactNode } from 'react'
import { useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'
import { Ways } from './way'

interface Props {
  title: string
  text?: ReactNode
  /** The ways to other steps. */
  ways?: ReactNode
  children?: ReactNode
}

/** What every step has: its heading, a sentence, what is to be done, and the ways to other steps. */
export function StepFrame({ title, text, ways, children }: Props) {
  const t = useT()
  usePage(t('common.titleOf', { name: title }))
  return (
    <>
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {text && <p className="text-pretty text-muted">{text}</p>}
      </div>
      {children}
      {ways && <Ways>{ways}</Ways>}
    </>
  )
}
