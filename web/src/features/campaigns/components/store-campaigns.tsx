import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useI18n } from '~shared/i18n/context'
import { Quietly } from '~shared/ui/quietly'
import { storeCampaignsQuery } from '../queries'
import { CampaignCard } from './campaign-card'

/** What a store has on, and what begins soon. Most have nothing, so nothing is kept free for it. */
export function StoreCampaigns({ store }: { store: string }) {
  return (
    <Quietly>
      <Suspense>
        <List store={store} />
      </Suspense>
    </Quietly>
  )
}

function List({ store }: { store: string }) {
  const { t, locale } = useI18n()
  const campaigns = useSuspenseQuery(storeCampaignsQuery(locale, store)).data.data
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="campaigns" className="mb-8 grid gap-4">
      <h2 id="campaigns" className="text-[1.375rem]">
        {t('stores.campaigns')}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
    </section>
  )
}
