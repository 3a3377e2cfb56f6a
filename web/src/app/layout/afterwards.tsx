import { Analytics } from '~/features/analytics/analytics'
import { ConsentDialog } from '~/features/analytics/consent-dialog'
import { Quietly } from '~/ui/quietly'
import { AppModal } from './app-modal'
import { ChatButton } from './chat-button'

/** What a page has around it once everything else is there. All of it floats, so nothing moves when it comes. */
export default function Afterwards() {
  return (
    <Quietly>
      <ChatButton />
      <AppModal />
      <ConsentDialog />
      <Analytics />
    </Quietly>
  )
}
