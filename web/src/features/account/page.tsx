import type { ReactNode } from 'react'
import { useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'

interface Props {
  title: string
  /** What this page is for, in a sentence. */
  text?: string | undefined
  children: ReactNode
}

/** A page of the account: its name in the tab and above everything. */
export function AccountPage({ title, text, children }: Props) {
  const t = useT()
  usePage(t('common.titleOf', { name: title }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {text && <p className="max-w-2xl text-muted text-pretty">{text}</p>}
      </div>
      {children}
    </div>
  )
}

export function Card({ children }: { children: ReactNode }) {
  return <div className="max-w-2xl rounded-xl border border-line bg-surface p-5 sm:p-7">{children}</div>
}
