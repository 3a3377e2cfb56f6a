import { Suspense } from 'react'
import { lazyPart } from '~/lib/lazy-part'
import { useNear } from '~/lib/use-near'
import { Quietly } from '~/ui/quietly'

const RunningCampaigns = lazyPart(() => import('../campaigns/components/running-campaigns'), 'stores')

/** Far below the fold: code, words and data come when somebody comes near. */
export function Campaigns() {
  const { ref, isNear } = useNear()
  return (
    <div ref={ref} className="empty:-mb-12 sm:empty:-mb-16">
      {isNear && (
        <Quietly>
          <Suspense>
            <RunningCampaigns />
          </Suspense>
        </Quietly>
      )}
    </div>
  )
}
