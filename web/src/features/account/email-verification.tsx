import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { checkProfile } from '~shared/features/auth/keep-session'
import { type Translate, useI18n } from '~shared/i18n/context'
import { Spinner } from '~shared/ui/button'

/** Address parameter that holds the mailed token. */
export const VERIFICATION = 'tesdiq'

/** The token is the only field of the request, so the field's error text is the reason. */
const reasonOf = (t: Translate, error: unknown) =>
  (error instanceof ApiFailure && error.problem?.errors?.[0]?.message) || failureText(t, error)

export function EmailVerification({ token }: { token: string }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  // A query, not a mutation: the token is valid once, and a second render must not send it again.
  const { isPending, isSuccess, error } = useQuery({
    queryKey: ['POST', '/user/email/verify', token],
    queryFn: () => post(locale, '/user/email/verify', { token }),
    // A lost response may have been a success. A retry would then be refused.
    retry: false,
    // After an ended session, the page opens again and must repeat the failed request.
    retryOnMount: true,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  useEffect(() => {
    if (isSuccess) void checkProfile(client, locale)
  }, [isSuccess, client, locale])

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
    </div>
  )
}
