import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { failureText, isNotFound } from '~shared/api/failure'
import broken from '~shared/assets/pictures/broken.webp'
import lost from '~shared/assets/pictures/lost.webp'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink, type Look } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

interface Props {
  /** The shop's home page by default. */
  home?: { to: string; label: string }
}

export function NotFound({ home }: Props) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('common.notFound.title') }))
  return (
    <EmptyState picture={lost} title={t('common.notFound.title')} text={t('common.notFound.text')} asPageTitle>
      <HomeLink home={home} look="primary" />
    </EmptyState>
  )
}

function HomeLink({ home, look }: Props & { look: Look }) {
  const t = useT()
  return (
    <ButtonLink to={home?.to ?? paths.home()} look={look} size="lg">
      {home?.label ?? t('common.toShop')}
    </ButtonLink>
  )
}

export function ErrorPage({ home }: Props) {
  const error = useRouteError()
  const isMissing = isNotFound(error) || (isRouteErrorResponse(error) && error.status === 404)
  if (isMissing) return <NotFound home={home} />
  return <ErrorState error={error} home={home} />
}

/** Also helps when a chunk of an old release is gone. */
const reload = () => location.reload()

function ErrorState({ error, home }: Props & { error: unknown }) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('common.failure.title') }))
  const isOffline = !navigator.onLine
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <EmptyState
      // Without a connection a picture would not load either.
      picture={isOffline ? <CircleAlert aria-hidden className="size-16" /> : broken}
      title={t('common.failure.title')}
      text={isOffline ? t('common.failure.network') : failureText(t, error)}
      asPageTitle
    >
      <Button size="lg" onClick={reload}>
        {t('common.retry')}
      </Button>
      <HomeLink home={home} look="secondary" />
    </EmptyState>
  )
}

/** Has no header and footer, whose data failed to load. */
export function RootErrorPage() {
  return (
    <main className="wrap">
      <ErrorPage />
    </main>
  )
}
