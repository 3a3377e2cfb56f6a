// The way on after a change that needs a fresh sign-in, because the account has no password to prove its owner.

import { ApiFailure } from '~shared/api/failure'
import { useSignOut } from '~shared/features/auth/access'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'

/**
 * A button that signs out. The account's layout then leads to the sign-in page, which leads back to this page. Shown only if the server
 * refused a change because the sign-in is too long ago.
 */
export function SignInAgain({ failure }: { failure: unknown }) {
  const t = useT()
  const signOut = useSignOut({ staysHere: true })
  if (!(failure instanceof ApiFailure) || failure.code !== 'sign_in_again') return null
  return (
    <Button
      look="secondary"
      className="justify-self-start"
      busy={signOut.isPending}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      {t('account.signInAgain')}
    </Button>
  )
}
