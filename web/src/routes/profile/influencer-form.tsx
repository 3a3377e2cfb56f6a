import { useQuery } from '@tanstack/react-query'
import { isNotFound } from '~shared/api/failure'
import { AccountPage, Card } from '~/features/account/page'
import { useAuth } from '~shared/features/auth/store'
import { ApplicationForm } from '~/features/influencer/application-form'
import { ApplicationState } from '~/features/influencer/application-state'
import { applicationQuery } from '~/features/influencer/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

export function Component() {
  const { t, locale } = useI18n()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  const { data, error, isPending, refetch } = useQuery(applicationQuery(locale))
  if (error && !isNotFound(error) && !data) return <LoadFailure onRetry={() => void refetch()} />
  const application = data?.data
  const mayApply = !isBlogger && (!application || application.status === 'declined')
  return (
    <AccountPage title={t('account.influencer.title')} text={mayApply ? t('account.influencer.text') : undefined}>
      {isPending ? (
        <ListSkeleton rows={2} />
      ) : (
        <>
          {application && <ApplicationState application={application} />}
          {isBlogger && !application && <p>{t('account.influencer.already')}</p>}
          {isBlogger && (
            <div>
              <ButtonLink to={paths.myLists()} size="lg">
                {t('account.influencer.lists')}
              </ButtonLink>
            </div>
          )}
          {mayApply && (
            <Card>
              <ApplicationForm before={application} />
            </Card>
          )}
        </>
      )}
    </AccountPage>
  )
}
