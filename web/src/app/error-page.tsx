import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import broken from '~/assets/pictures/broken.webp'
import lost from '~/assets/pictures/lost.webp'
import { isNotFound } from '~/api/failure'
import { failureText } from '~/features/content/failure-text'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

export function NotFound() {
  const t = useT()
  usePage(t('common.titleOf', { name: t('common.notFound.title') }))
  return (
    <EmptyState picture={lost} title={t('common.notFound.title')} text={t('common.notFound.text')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}

/** In the place of a page that could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  const isMissing = isNotFound(error) || (isRouteErrorResponse(error) && error.status === 404)
  if (isMissing) return <NotFound />
  return <Broken error={error} />
}

/** The whole document: when a chunk of an old release is gone, only that helps. */
const reload = () => location.reload()

function Broken({ error }: { error: unknown }) {
  const t = useT()
  usePage(t('common.titleOf', { name: t('common.failure.title') }))
  const isOffline = !navigator.onLine
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <EmptyState
      // Without a connection a picture would not come either.
      picture={isOffline ? <CircleAlert aria-hidden className="size-16" /> : broken}
      title={t('common.failure.title')}
      text={isOffline ? t('common.failure.network') : failureText(t, error)}
      asPageTitle
    >
      <Button size="lg" onClick={reload}>
        {t('common.retry')}
      </Button>
      <ButtonLink to={paths.home()} look="secondary" size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}

/** When not even the layout's data came: without header and footer, which need them. */
export function RootErrorPage() {
  return (
    <main className="wrap">
      <ErrorPage />
    </main>
  )
}
