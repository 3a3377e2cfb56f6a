import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { isNotFound } from '~/api/failure'
import { CampaignForm } from '~/features/campaigns/desk/campaign-form'
import { draftQuery, everyStoreQuery } from '~/features/campaigns/desk/queries'
import { DeskPage } from '~/features/desk/desk-page'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

/** A new campaign, or one of the list. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <DeskPage title={t(id === undefined ? 'campaigns.new' : 'campaigns.edit')} text={t('campaigns.text')}>
      <Editor key={id} id={id} />
    </DeskPage>
  )
}

function Editor({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const stores = useQuery(everyStoreQuery(locale))
  const draft = useQuery({ ...draftQuery(locale, id ?? ''), enabled: id !== undefined })
  const back = <ButtonLink to={deskPaths.campaigns()}>{t('campaigns.back')}</ButtonLink>
  if (isNotFound(draft.error))
    return (
      <EmptyState picture={emptySearch} title={t('campaigns.empty')} text={t('campaigns.emptyText')}>
        {back}
      </EmptyState>
    )
  if ((stores.isError && !stores.data) || (draft.isError && !draft.data))
    return <LoadFailure onRetry={() => void Promise.all([stores.refetch(), id !== undefined && draft.refetch()])} />
  if (!stores.data || (id !== undefined && !draft.data)) return <ListSkeleton />
  const known = draft.data?.data
  if (known?.status === 'ended' || known?.status === 'cancelled')
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">{t('campaigns.over')}</p>
        {back}
      </div>
    )
  return <CampaignForm draft={known} stores={stores.data.data} />
}
