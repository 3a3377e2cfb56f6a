import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { checkProfile } from '~shared/features/auth/keep-session'
import { useIsSignedIn } from '~shared/features/auth/store'
import { type Translate, useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink, Spinner } from '~shared/ui/button'

/** The parameter that the link in the mail carries. */
export const VERIFICATION = 'tesdiq'

/** The token is the only field there is: what is said of it is the reason. */
const reasonOf = (t: Translate, error: unknown) =>
  (error instanceof ApiFailure && error.problem?.errors?.[0]?.message) || failureText(t, error)

/** Follows the link of the mail once: whoever has it may, signed in or not. */
export function EmailVerification({ token }: { token: string }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const isSignedIn = useIsSignedIn()
  // A query and not a mutation, because the link is good once and a second render must not use it again.
  const { isPending, isSuccess, error } = useQuery({
    queryKey: ['POST', '/user/email/verify', token],
    queryFn: () => post(locale, '/user/email/verify', { token }),
    // An answer that was lost may have been a yes: the link would then be refused for having worked.
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  useEffect(() => {
    if (isSuccess && isSignedIn) void checkProfile(client, locale)
  }, [isSuccess, isSignedIn, client, locale])

  if (isPending)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t('account.email.verifying')}
      </p>
    )
  return (
    <div role="status" className={isSuccess ? 'grid gap-2 rounded-xl bg-good-soft p-5' : 'grid gap-2 rounded-xl bg-warn-soft p-5'}>
      <p className="font-semibold">{isSuccess ? t('account.email.nowVerified') : t('account.email.notVerified')}</p>
      <p className="text-muted text-pretty">{isSuccess ? t('account.email.nowVerifiedText') : reasonOf(t, error)}</p>
      {!isSignedIn && (
        <div className="mt-2">
          <ButtonLink to={isSuccess ? paths.home() : paths.signIn(paths.profileEmail())}>
            {isSuccess ? t('common.toShop') : t('common.nav.signIn')}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
