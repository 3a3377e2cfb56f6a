import { Smartphone, X } from 'lucide-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { appStoreFor } from '~/lib/app-links'
import { IconButton } from '~shared/ui/icon-button'
import { hideAppBanner, useAppBanner } from './app-banner-store'

const never = () => () => {}
/** The gateway does not know which device asks; most are led to the same store as it. */
const useUserAgent = () =>
  useSyncExternalStore(
    never,
    () => navigator.userAgent,
    () => '',
  )

/**
 * In the first paint or not at all: what comes later would push the page down. The gateway shows it to everybody; from those who have
 * closed it, the script that also knows their theme keeps it before anything is painted.
 */
export function AppBanner() {
  const { t, locale } = useI18n()
  const { app } = useSuspenseQuery(settingsQuery(locale)).data.data
  const isHidden = useAppBanner((state) => state.isHidden)
  const store = appStoreFor(useUserAgent(), app)
  if (isHidden || !store) return null
  return (
    <aside aria-label={t('common.app.label')} className="bg-lilac text-ink in-data-no-banner:hidden">
      <div className="wrap flex min-h-12 items-center gap-3 text-sm">
        <Smartphone aria-hidden className="size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 grow truncate">{t('common.app.text')}</p>
        <a
          href={store}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 shrink-0 items-center font-semibold text-accent-text hover:underline"
        >
          {t('common.app.get')}
        </a>
        <IconButton label={t('common.app.hide')} className="-mr-2 hover:bg-transparent" onClick={hideAppBanner}>
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    </aside>
  )
}
