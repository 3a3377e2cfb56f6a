import type { ReactNode } from 'react'
import { useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'
import { ForOperators } from './for-operators'

interface Props {
  title: string
  text: string
  /** Beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A room where operators work: its name, what it is for, and its queue. */
export function AdminPage({ title, text, action, children }: Props) {
  const t = useT()
  usePage(t('common.titleOf', { name: title }))
  return (
    <ForOperators>
      <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-2">
            <h1 tabIndex={-1} className="text-3xl">
              {title}
            </h1>
            <p className="max-w-2xl text-muted text-pretty">{text}</p>
          </div>
          {action}
        </div>
        {children}
      </div>
    </ForOperators>
  )
}
