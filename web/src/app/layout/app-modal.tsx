// Recommends the app on phones.

import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { appStoreFor, isMobile } from '~/lib/app-links'
import phone from '~shared/assets/pictures/empty-bell.webp'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { persisted, tab } from '~shared/lib/persist'
import { Button, buttonClass } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
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

const MODAL_DELAY_MS = 4000
/** On these pages, the modal would interrupt signing in or paying. */
const NO_MODAL_ON = [paths.signIn(), paths.cartConfirm(), paths.checkout()]

/** Opens once, but not on a first visit or after the banner was closed. */
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
