import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '~shared/api/http'
import type { ApiResponse } from '~shared/api/types'
import broken from '~shared/assets/pictures/broken.webp'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink, Spinner } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

const CHANNELS = ['email', 'sms', 'push'] as const

/** Unsubscribes by a mailed link as soon as it is opened, without a sign-in. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  useDocumentHead(t('common.titleOf', { name: t('notifications.unsubscribe.title') }))
  // A query instead of a mutation: returning to the page sends no second request.
  const { data, isPending } = useQuery({
    queryKey: ['POST', '/notification/unsubscribe', token],
    queryFn: () =>
      call({ method: 'POST', path: '/notification/unsubscribe', locale, query: { token } }) as Promise<
        ApiResponse<'/notification/unsubscribe', 'post'>
      >,
    // A truncated link has no token.
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: Infinity,
  })

  if (token && isPending)
    return (
      <p role="status" className="flex justify-center gap-3 py-24 text-muted">
        <Spinner />
        {t('notifications.unsubscribe.working')}
      </p>
    )
  const settings = (
    <ButtonLink to={paths.preferences()} size="lg">
      {t('notifications.unsubscribe.toSettings')}
    </ButtonLink>
  )
  if (!data)
    return (
      <EmptyState
        picture={broken}
        title={t('notifications.unsubscribe.failed')}
        text={t('notifications.unsubscribe.failedText')}
        asPageTitle
      >
        {settings}
      </EmptyState>
    )
  const channel = CHANNELS.find((channel) => channel === data.data.channel) ?? 'email'
  const ended = t('notifications.unsubscribe.ended', {
    topic: t(`notifications.preferences.topic.${data.data.topic}.title`),
    channel: t(`notifications.unsubscribe.channel.${channel}`),
  })
  return (
    <div role="status">
      <EmptyState
        picture={emptyBell}
        title={t('notifications.unsubscribe.done')}
        text={`${ended} ${t('notifications.unsubscribe.rest')}`}
        asPageTitle
      >
        {settings}
        <ButtonLink to={paths.home()} look="secondary" size="lg">
          {t('common.toShop')}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
