import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveLine from '~/features/notifications/line/live-line'

/** What goes on beside the page for those who are signed in: guests download none of it. */
export default function SignedIn() {
  useMergeAtSignIn()
  return <LiveLine />
}
