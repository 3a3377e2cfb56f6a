import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { CampaignRow } from '~/features/campaigns/desk/campaign-row'
import { deskCampaignsQuery, STATES } from '~/features/campaigns/desk/queries'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

/** The campaigns of all stores; which of them is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = STATES.find((one) => one === search.get('veziyyet'))
  const choices = [
    { to: deskPaths.campaigns(), label: t('campaigns.all'), isCurrent: state === undefined },
    ...STATES.map((one) => ({ to: deskPaths.campaigns(one), label: t(`campaigns.state.${one}`), isCurrent: one === state })),
  ]
  return (
    <DeskPage
      title={t('campaigns.title')}
      text={t('campaigns.text')}
      action={
        <ButtonLink to={deskPaths.newCampaign()}>
          <Plus aria-hidden className="size-5" />
          {t('campaigns.new')}
        </ButtonLink>
      }
    >
      <FilterLinks label={t('campaigns.states')} choices={choices} />
      <Queue
        key={state}
        queryOf={(page) => deskCampaignsQuery(locale, state, page)}
        keyOf={({ id }) => id}
        counted={(count) => t('campaigns.count', { count })}
        empty={<EmptyState picture={emptyBell} title={t('campaigns.empty')} text={t('campaigns.emptyText')} />}
      >
        {(campaign) => <CampaignRow key={campaign.id} campaign={campaign} />}
      </Queue>
    </DeskPage>
  )
}
