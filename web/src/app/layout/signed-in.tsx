// Work in the background for signed-in users: moving a guest's basket into the account's cart, and notifications.

import { useMergeAtSignIn } from '~/features/basket/use-merge'
import LiveNotifications from '~/features/notifications/stream/live-notifications'
import { useIsSigningOut } from '~shared/features/auth/access'

/** Background tasks for signed-in users; guests do not download them. */
export default function SignedIn() {
  useMergeAtSignIn()
  // A sign-out stops the stream first: the server would end it with the session and refuse each reconnect.
  return useIsSigningOut() ? null : <LiveNotifications />
}
