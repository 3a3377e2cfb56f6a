import type { ReactNode } from 'react'
import { useT } from '~shared/i18n/context'

/** The heading, the questions, and beside them what is ordered: on a phone below. */
export function CheckoutFrame({ children, summary }: { children: ReactNode; summary: ReactNode }) {
  const t = useT()
  return (
    <>
      <h1 tabIndex={-1} className="mt-5 mb-5 text-3xl sm:text-4xl">
        {t('checkout.title')}
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
        {summary}
      </div>
    </>
  )
}
