import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveNotifications from '~/features/notifications/stream/live-notifications'
import { useIsSigningOut } from '~shared/features/auth/access'

/** Background tasks for signed-in users; guests do not download them. */
export default function SignedIn() {
  useMergeAtSignIn()
  // The server ends the stream together with the session, and refuses to continue it.
  return useIsSigningOut() ? null : <LiveNotifications />
}
