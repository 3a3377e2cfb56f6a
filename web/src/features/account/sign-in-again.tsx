import { ApiFailure } from '~shared/api/failure'
import { useSignOut } from '~shared/features/auth/access'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'

/** Shown when an account without a password needs a fresh sign-in. After it, the shopper returns to this page. */
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
