import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { IconButton } from '~shared/ui/icon-button'
import { consent, useAsked, useConsent } from './consent'
import { hasTags, tagsOf } from './tags'

/** Asks once, where there is something to ask about, and again whenever somebody wants to. Both answers weigh the same. */
export function ConsentDialog() {
  const { isAsked, isReferred } = useAsked()
  const { choice } = useConsent()
  const [isQuestion] = useState(() => hasTags(tagsOf(document)))
  if (!isAsked && !((isQuestion || isReferred) && choice === null)) return null
  return <Question isAsked={isAsked} />
}

function Question({ isAsked }: { isAsked: boolean }) {
  const t = useT()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { choice } = useConsent()
  useEffect(() => {
    if (isAsked) heading.current?.focus()
  }, [isAsked])
  return (
    <section
      aria-labelledby={title}
      className="fixed inset-x-3 bottom-3 z-40 grid max-w-md gap-3 rounded-xl border border-line bg-raised p-4 shadow-lifted sm:left-6 sm:bottom-6 sm:p-5 max-lg:[html:has([data-buy-bar])_&]:bottom-24"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 id={title} ref={heading} tabIndex={-1} className="pt-2 text-lg outline-none">
          {t('around.consent.title')}
        </h2>
        {isAsked && (
          <IconButton label={t('common.close')} className="-mr-2" onClick={consent.close}>
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <p className="text-[0.9375rem] text-muted text-pretty">
        {t('around.consent.text')}{' '}
        <Link to={paths.privacy()} className="font-semibold text-accent-text underline">
          {t('around.consent.more')}
        </Link>
      </p>
      {isAsked && <p className="text-sm font-semibold">{t(`around.consent.now.${choice ?? 'none'}`)}</p>}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button look="secondary" onClick={() => consent.choose('necessary')}>
          {t('around.consent.necessary')}
        </Button>
        <Button look="secondary" onClick={() => consent.choose('analytics')}>
          {t('around.consent.analytics')}
        </Button>
      </div>
    </section>
  )
}
