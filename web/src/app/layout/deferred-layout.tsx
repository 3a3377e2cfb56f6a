// Parts that load after the page. They overlay it, so nothing shifts.

import { useSuspenseQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pageKind } from '~/features/analytics/page-kind'
import { PageViews } from '~/features/analytics/page-views'
import { consent, hasTags, isAutomated, tagsOf, useConsentDialog, useConsent } from '~/features/analytics/tools'
import { PasskeyOffer } from '~/features/passkeys/offer'
import { recordLinkClick, reportClick } from '~/features/referral/clicks'
import { appStoreFor, isMobile } from '~/lib/app-links'
import { makeInstallable } from '~/sw/register'
import phone from '~shared/assets/pictures/empty-bell.webp'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n, useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { persisted, tab } from '~shared/lib/persist'
import { Button, buttonClass, IconButton } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { OptionalPart } from '~shared/ui/states'
import { ChatButton } from './chat-button'
import { setAppModalShown, useAppBanner } from './flags'

interface Visit {
  isCounted: boolean
}

/** A visit ends with its tab. */
export const useVisit = create<Visit>()(persist((): Visit => ({ isCounted: false }), persisted<Visit>('visit', { area: tab })))

function countVisit() {
  if (useVisit.getState().isCounted) return
  useVisit.setState({ isCounted: true })
  useAppBanner.setState(({ visits }) => ({ visits: visits + 1 }))
}

function useAfterLoadTasks() {
  const locale = useLocale()
  useEffect(() => {
    makeInstallable(locale)
    if (isAutomated()) return
    // The measured page is the one that was opened, even if the visitor has navigated on.
    const [opened] = performance.getEntriesByType('navigation')
    const pathname = opened ? new URL(opened.name).pathname : location.pathname
    void import('~/features/analytics/vitals').then(({ reportVitals }) => reportVitals(pathname)).catch(() => {})
  }, [locale])
}

export default function DeferredLayout() {
  useAfterLoadTasks()
  return (
    <OptionalPart>
      <ChatButton />
      <AppModal />
      <PasskeyOffer />
      <ConsentDialog />
      <PageViews />
      <ReferralTracker />
    </OptionalPart>
  )
}

/** Returns the address at which the document was opened, also after navigations. */
const documentAddress = () => performance.getEntriesByType?.('navigation')[0]?.name ?? location.href

/** Records arrivals through a blogger's link. Product pages report the click themselves. */
export function ReferralTracker() {
  const locale = useLocale()
  const { pathname, search } = useLocation()
  useEffect(() => recordLinkClick(documentAddress()), [])
  useEffect(() => {
    recordLinkClick(search)
    if (pageKind(pathname) !== 'product') reportClick(locale)
  }, [locale, pathname, search])
  return null
}

/** Asks for consent once, and again from the footer. Both choices look the same, so that neither is favoured. */
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

const MODAL_DELAY_MS = 4000
/** Here the modal would interrupt signing in or paying. */
const NO_MODAL_ON = [paths.signIn(), paths.cartConfirm(), paths.checkout()]

/** Recommends the app once on a phone, but not on a first visit or after the banner was closed. */
export function AppModal() {
  const { t, locale } = useI18n()
  const { app } = useSuspenseQuery(settingsQuery(locale)).data.data
  const { pathname } = useLocation()
  const isDue = useAppBanner(({ isHidden, wasModalShown, visits }) => !isHidden && !wasModalShown && visits > 1)
  const [isOpen, setOpen] = useState(false)
  const title = useId()
  const store = appStoreFor(navigator.userAgent, app)
  const isWanted = isDue && store !== '' && isMobile(navigator.userAgent) && !NO_MODAL_ON.includes(pathname) && !isInstalled()

  useEffect(countVisit, [])

  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      // Another dialog is open; the next page tries again.
      if (document.querySelector('dialog[open]')) return
      setAppModalShown()
      setOpen(true)
    }, MODAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isWanted, pathname])

  const close = () => setOpen(false)
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      labelledBy={title}
      className="m-auto mb-0 w-full max-w-md rounded-t-2xl p-0 shadow-lifted open:slide-up sm:mb-auto sm:rounded-2xl"
    >
      <div className="grid justify-items-center gap-3 p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center">
        <div className="mb-1 grid size-28 place-items-center rounded-full bg-lilac">
          <img src={phone} alt="" width={72} height={72} className="size-18" />
        </div>
        <h2 id={title} className="text-2xl">
          {t('deferred.app.title')}
        </h2>
        <p className="text-muted text-pretty">{t('deferred.app.text')}</p>
        <a href={store} target="_blank" rel="noopener" onClick={close} className={buttonClass('primary', 'lg', 'mt-3 w-full')}>
          {t('deferred.app.get')}
        </a>
        <Button look="quiet" size="lg" className="w-full" onClick={close}>
          {t('deferred.app.later')}
        </Button>
      </div>
    </Dialog>
  )
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches
