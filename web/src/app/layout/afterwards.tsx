import { ConsentDialog } from '~/features/analytics/consent-dialog'
import { PageViews } from '~/features/analytics/page-views'
import { Arrivals } from '~/features/referral/arrivals'
import { Quietly } from '~shared/ui/quietly'
import { AppModal } from './app-modal'
import { ChatButton } from './chat-button'
import { useOnceThere } from './use-once-there'

/** What a page has around it once everything else is there. All of it floats, so nothing moves when it comes. */
export default function Afterwards() {
  useOnceThere()
  return (
    <Quietly>
      <ChatButton />
      <AppModal />
      <ConsentDialog />
      <PageViews />
      <Arrivals />
    </Quietly>
  )
}
