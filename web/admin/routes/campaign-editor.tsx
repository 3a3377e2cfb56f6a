// The page that creates or edits a campaign: a store sells some or all of its products for less, for a time.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { draftQuery, allStoresQuery } from '~admin/features/campaigns/api'
import { CampaignForm } from '~admin/features/campaigns/campaign-form'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage needs="promotions_read" title={t(id === undefined ? 'campaigns.new' : 'campaigns.edit')} text={t('campaigns.text')}>
      <Editor key={id} id={id} />
    </AdminPage>
  )
}

/** An ended or cancelled campaign cannot be edited. */
function Editor({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const stores = useQuery(allStoresQuery(locale))
  const draft = useQuery({ ...draftQuery(locale, id ?? ''), enabled: id !== undefined })
  const backLink = <ButtonLink to={adminPaths.campaigns()}>{t('campaigns.back')}</ButtonLink>
  if (isNotFound(draft.error))
    return (
      <EmptyState picture={emptySearch} title={t('campaigns.empty')} text={t('campaigns.emptyText')}>
        {backLink}
      </EmptyState>
    )
  const retry = () => void Promise.all([stores.refetch(), id !== undefined && draft.refetch()])
  if ([stores, draft].some(({ isError, data }) => isError && !data)) return <LoadFailure onRetry={retry} />
  if (!stores.data || (id !== undefined && !draft.data)) return <ListSkeleton />
  const existing = draft.data?.data
  if (existing?.status === 'ended' || existing?.status === 'cancelled')
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">{t('campaigns.over')}</p>
        {backLink}
      </div>
    )
  return <CampaignForm draft={existing} stores={stores.data.data} />
}
