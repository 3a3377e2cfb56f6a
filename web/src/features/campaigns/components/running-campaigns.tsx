import { useQuery } from '@tanstack/react-query'
import { useI18n } from '~shared/i18n/context'
import { Section } from '~shared/ui/section'
import { runningCampaignsQuery } from '~/features/stores/queries'
import { CampaignCard } from './campaign-card'

export default function RunningCampaigns() {
  const { t, locale } = useI18n()
  const { data } = useQuery(runningCampaignsQuery(locale))
  if (!data || data.data.length === 0) return null
  return (
    <Section title={t('home.campaigns')}>
      <ul className="shelf -mx-4 auto-cols-[84%] gap-3 scroll-px-4 px-4 py-1 sm:auto-cols-[48%] sm:gap-4 md:mx-0 md:px-0.5 lg:auto-cols-[32%]">
        {data.data.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} withStore />
          </li>
        ))}
      </ul>
    </Section>
  )
}
