// Asks visitors whether the shop may measure their visits.

import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { consent, useConsent, useConsentDialog } from '~/features/analytics/consent'
import { hasTags, tagsOf } from '~/features/analytics/tools'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, IconButton } from '~shared/ui/button'

/** Asks for consent once, and again from the footer. `isReferred` is a visit by a blogger's link. Both choices look the same to be fair. */
export function ConsentDialog() {
  const { isAsked, isReferred } = useConsentDialog()
  const { choice } = useConsent()
  const [hasAnalytics] = useState(() => hasTags(tagsOf(document)))
  const mustAsk = choice === null && (hasAnalytics || isReferred)
  return isAsked || mustAsk ? <ConsentQuestion isAsked={isAsked} /> : null
}

/** With `isAsked`, the visitor has opened the question. */
function ConsentQuestion({ isAsked }: { isAsked: boolean }) {
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
          {t('deferred.consent.title')}
        </h2>
        {isAsked && (
          <IconButton label={t('common.close')} className="-mr-2" onClick={consent.close}>
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <p className="text-[0.9375rem] text-muted text-pretty">
        {t('deferred.consent.text')}{' '}
        <Link to={paths.privacy()} className="font-semibold text-accent-text underline">
          {t('deferred.consent.more')}
        </Link>
      </p>
      {isAsked && <p className="text-sm font-semibold">{t(`deferred.consent.now.${choice ?? 'none'}`)}</p>}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button look="secondary" onClick={() => consent.choose('necessary')}>
          {t('deferred.consent.necessary')}
        </Button>
        <Button look="secondary" onClick={() => consent.choose('analytics')}>
          {t('deferred.consent.analytics')}
        </Button>
      </div>
    </section>
  )
}
