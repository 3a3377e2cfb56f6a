import { useTransfer } from '~/features/basket/use-transfer'
import LiveLine from '~/features/notifications/line/live-line'

/** What goes on beside the page for those who are signed in: guests download none of it. */
export default function SignedIn() {
  useTransfer()
  return <LiveLine />
}
