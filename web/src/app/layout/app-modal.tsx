import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import phone from '~shared/assets/pictures/empty-bell.webp'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { appStoreFor, isMobile } from '~/lib/app-links'
import { paths } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { noteAppModal, useAppBanner } from './app-banner-store'
import { countVisit } from './visit-store'

// Long after the page is there, so that it neither shifts nor delays what somebody came for.
const COMES_AFTER = 4000
/** Whoever is about to sign in or to pay is not to be held up. */
const BUSY = [paths.signIn(), paths.cartConfirm(), paths.checkout()]

/** Says once, on a phone that has not got it, that there is an app: not on a first visit, and not to those who closed the banner. */
export function AppModal() {
  const { t, locale } = useI18n()
  const { app } = useSuspenseQuery(settingsQuery(locale)).data.data
  const { pathname } = useLocation()
  const isDue = useAppBanner(({ isHidden, wasModalShown, visits }) => !isHidden && !wasModalShown && visits > 1)
  const [isOpen, setOpen] = useState(false)
  const title = useId()
  const store = appStoreFor(navigator.userAgent, app)
  const isWanted = isDue && store !== '' && isMobile(navigator.userAgent) && !BUSY.includes(pathname) && !isInstalled()

  useEffect(countVisit, [])

  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      // Not over something else that has the whole attention; the next page is soon enough.
      if (document.querySelector('dialog[open]')) return
      noteAppModal()
      setOpen(true)
    }, COMES_AFTER)
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
          {t('around.app.title')}
        </h2>
        <p className="text-muted text-pretty">{t('around.app.text')}</p>
        <a href={store} target="_blank" rel="noopener" onClick={close} className={buttonClass('primary', 'lg', 'mt-3 w-full')}>
          {t('around.app.get')}
        </a>
        <Button look="quiet" size="lg" className="w-full" onClick={close}>
          {t('around.app.later')}
        </Button>
      </div>
    </Dialog>
  )
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches
