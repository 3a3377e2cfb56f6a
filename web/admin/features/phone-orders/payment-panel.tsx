// Shows the payment link of an order that was placed on the phone. The operator sends the link to the customer.
import { useEffect, useRef } from 'react'
import { adminPaths } from '~admin/paths'
import { useT } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { LinkToCopy } from './link-to-copy'

/** The state of the history entry after an order by card was placed. */
export interface PaymentLink {
  code: string
  /** The page of the bank. */
  url: string
  payUntil?: string | undefined
}

export function PaymentPanel({ link: { code, url, payUntil } }: { link: PaymentLink }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="link" className="grid max-w-4xl gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="link" ref={heading} tabIndex={-1} className="text-xl tabular-nums outline-none">
          {t('admin.phone.placed', { code })}
        </h2>
        <p className="text-muted text-pretty">{t('admin.phone.sendLink')}</p>
      </div>
      <LinkToCopy url={url} payUntil={payUntil} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={adminPaths.order(code)}>{t('admin.phone.openOrder')}</ButtonLink>
        {/* The focused link disappears. */}
        <ButtonLink to={adminPaths.newOrder()} look="secondary" onClick={() => document.querySelector('h1')?.focus()}>
          {t('admin.phone.another')}
        </ButtonLink>
      </div>
    </section>
  )
}
