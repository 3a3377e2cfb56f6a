// The list of campaigns, in which stores sell products for less.
import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { campaignColumns } from '~admin/features/exports/columns'
import { adminCampaignsQuery, CAMPAIGN_STATUSES } from '~admin/features/campaigns/api'
import { CampaignRow } from '~admin/features/campaigns/campaign-row'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = CAMPAIGN_STATUSES.find((state) => state === search.get('veziyyet'))
  const choices = [
    { to: adminPaths.campaigns(), label: t('campaigns.all'), isCurrent: state === undefined },
    ...CAMPAIGN_STATUSES.map((option) => ({
      to: adminPaths.campaigns(option),
      label: t(`campaigns.state.${option}`),
      isCurrent: option === state,
    })),
  ]
  return (
    <AdminPage
      needs="promotions_read"
      title={t('campaigns.title')}
      text={t('campaigns.text')}
      action={
        <ButtonLink to={adminPaths.newCampaign()}>
          <Plus aria-hidden className="size-5" />
          {t('campaigns.new')}
        </ButtonLink>
      }
    >
      <FilterLinks label={t('campaigns.states')} choices={choices} />
      <PagedList
        key={state}
        queryOf={(page) => adminCampaignsQuery(locale, state, page)}
        keyOf={({ id }) => id}
        countText={(count) => t('campaigns.count', { count })}
        exported={{ list: 'campaigns', columns: campaignColumns({ t, locale }) }}
        empty={<EmptyState picture={emptyBell} title={t('campaigns.empty')} text={t('campaigns.emptyText')} />}
      >
        {(campaign) => <CampaignRow key={campaign.id} campaign={campaign} />}
      </PagedList>
    </AdminPage>
  )
}
