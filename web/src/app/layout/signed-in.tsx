import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveNotifications from '~/features/notifications/stream/live-notifications'
import { useIsSigningOut } from '~shared/features/auth/access'

/** Background tasks that guests do not download. */
export default function SignedIn() {
  useMergeAtSignIn()
  // A sign-out stops the stream first: the server would refuse each reconnect.
  return useIsSigningOut() ? null : <LiveNotifications />
}
