import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureText } from '~shared/api/failure'
import { call, post } from '~shared/api/http'
import type { ApiResponse } from '~shared/api/types'
import { RequireSignIn } from '~shared/features/auth/access'
import { auth } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'

/** A button accepts, because mail scanners open links, and an invitation can be accepted only once. */
export function Component() {
  const { t } = useI18n()
  useDocumentHead(t('common.titleOf', { name: t('adminSite.staff.acceptTitle') }))
  return (
    <RequireSignIn>
      <Invitation />
    </RequireSignIn>
  )
}

function Invitation() {
  const { t, locale } = useI18n()
  const { token = '' } = useParams()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      await post(locale, '/staff/invitations/accept', { token })
      const me = (await call({ method: 'GET', path: '/user/me', locale })) as ApiResponse<'/user/me', 'get'>
      auth.profileLoaded(me.data)
    },
  })
  return (
    <div className="mx-auto grid max-w-xl gap-5 py-10">
      <h1 tabIndex={-1} className="text-3xl">
        {t('adminSite.staff.acceptTitle')}
      </h1>
      {isSuccess ? (
        <>
          <p role="status" className="rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
            {t('adminSite.staff.accepted')}
          </p>
          <p className="text-muted">{t('adminSite.staff.acceptedText')}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={paths.admin()} size="lg">
              {t('account.admin')}
            </ButtonLink>
            <ButtonLink to={paths.security()} size="lg" look="quiet">
              {t('adminSite.staff.toPassword')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="text-muted">{t('adminSite.staff.acceptText')}</p>
          {error && (
            <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
              {failureText(t, error)}
            </p>
          )}
          <div>
            <Button size="lg" busy={isPending} disabled={isPending} onClick={() => mutate()}>
              {t('adminSite.staff.accept')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
