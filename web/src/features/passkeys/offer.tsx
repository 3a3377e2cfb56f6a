// The offer to add a passkey, in a corner of the page.

import { useQuery } from '@tanstack/react-query'
import { FingerprintPattern, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { matchPath, useLocation } from 'react-router'
import { passkeysQuery } from '~/features/account/queries'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink, IconButton } from '~shared/ui/button'
import { passkeyOffer, usePasskeyOffer } from './offer-store'

/** Where the offer would disturb: signing in, buying, and adding passkeys. */
const HIDDEN_ON = [paths.signIn(), `${paths.cart()}/*`, paths.security()]

/** Offers a passkey once, after a sign-in with a code. Does not take the focus. */
export function PasskeyOffer() {
  const { pathname } = useLocation()
  const isDue = usePasskeyOffer(({ state }) => state === 'due')
  const isSignedIn = useIsSignedIn()
  return isDue && isSignedIn && !HIDDEN_ON.some((path) => matchPath(path, pathname)) ? <Offer /> : null
}

/** Shown unless the account has a passkey. */
function Offer() {
  const { t, locale } = useI18n()
  const title = useId()
  const { data } = useQuery(passkeysQuery(locale))
  const hasPasskey = data !== undefined && data.data.length > 0
  useEffect(() => {
    if (hasPasskey) passkeyOffer.end()
  }, [hasPasskey])
  if (!data || hasPasskey) return null
  return (
    <section
      aria-labelledby={title}
      className="fixed inset-x-3 bottom-3 z-30 grid max-w-md appear gap-3 rounded-xl border border-line bg-raised p-4 shadow-lifted sm:left-6 sm:bottom-6 sm:p-5 max-lg:[html:has([data-buy-bar])_&]:bottom-24"
    >
      <div className="flex items-start gap-3">
        <FingerprintPattern aria-hidden className="mt-1 size-6 shrink-0 text-accent-text" />
        <h2 id={title} className="grow pt-1 text-lg">
          {t('deferred.passkey.title')}
        </h2>
        <IconButton label={t('deferred.passkey.dismiss')} className="-mt-1 -mr-2" onClick={passkeyOffer.end}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="text-[0.9375rem] text-pretty text-muted">{t('deferred.passkey.text')}</p>
      <ButtonLink to={paths.security()} look="secondary" onClick={passkeyOffer.end}>
        {t('deferred.passkey.add')}
      </ButtonLink>
    </section>
  )
}
