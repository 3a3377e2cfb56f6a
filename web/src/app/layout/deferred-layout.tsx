// Parts that load after the page. They overlay it, so nothing shifts.

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { pageKind } from '~/features/analytics/page-kind'
import { PageViews } from '~/features/analytics/page-views'
import { isAutomated } from '~/features/analytics/tools'
import { PasskeyOffer } from '~/features/passkeys/offer'
import { recordLinkClick, reportClick } from '~/features/referral/clicks'
import { makeInstallable } from '~/sw/register'
import { useLocale } from '~shared/i18n/context'
import { OptionalPart } from '~shared/ui/states'
import { AppModal } from './app-modal'
import { ChatButton } from './chat-button'
import { ConsentDialog } from './consent-dialog'

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
