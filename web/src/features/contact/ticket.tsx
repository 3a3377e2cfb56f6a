import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'

/** In the place of the form, so that nobody wonders whether it went out. */
export function Ticket({ code, onAgain }: { code: string; onAgain: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex gap-4 rounded-xl bg-good-soft p-5 sm:p-7">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="grid justify-items-start gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('content.contact.sent')}
        </h2>
        <p className="text-pretty">{t('content.contact.sentText')}</p>
        <p>
          <span className="block text-sm text-muted">{t('content.contact.ticket')}</span>
          <strong className="text-2xl tracking-wide tabular-nums select-all">{code}</strong>
        </p>
        <Button look="secondary" onClick={onAgain}>
          {t('content.contact.again')}
        </Button>
      </div>
    </section>
  )
}
