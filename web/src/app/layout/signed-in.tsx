import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveNotifications from '~/features/notifications/stream/live-notifications'

/** Background tasks for signed-in users; guests do not download them. */
export default function SignedIn() {
  useMergeAtSignIn()
  return <LiveNotifications />
}
