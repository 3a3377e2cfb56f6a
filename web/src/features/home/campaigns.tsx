import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '~/lib/lazy-part'
import { useNear } from '~/lib/use-near'
import { Quietly } from '~shared/ui/quietly'

const RunningCampaigns = lazyPart(() => import('../campaigns/components/running-campaigns'), 'stores')

/** Above what stands far below the fold: code, words and data come when somebody comes near, and leave no gap where nothing runs. */
export function WithCampaigns({ children }: { children: ReactNode }) {
  const { ref, isNear } = useNear()
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-12 sm:gap-16">
      {isNear && (
        <Quietly>
          <Suspense>
            <RunningCampaigns />
          </Suspense>
        </Quietly>
      )}
      {children}
    </div>
  )
}
