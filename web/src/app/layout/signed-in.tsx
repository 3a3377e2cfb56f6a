import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveLine from '~/features/notifications/line/live-line'

/** Background tasks for signed-in users; guests do not download them. */
export default function SignedIn() {
  useMergeAtSignIn()
  return <LiveLine />
}
