import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { accept } from '~admin/features/staff/api'
import { adminPaths } from '~admin/paths'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { ApiResponse } from '~shared/api/types'
import { RequireSignIn } from '~shared/features/auth/access'
import { auth } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

/** Accepts an invitation to the shop's staff, after a press: a mail scanner that opens the link must not use it up. */
export function Component() {
  const { t } = useI18n()
  useDocumentHead(t('common.titleOf', { name: t('adminSite.staff.acceptTitle') }))
  return (
    <RequireSignIn>
      <Accept />
    </RequireSignIn>
  )
}

function Accept() {
  const { t, locale } = useI18n()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await accept(locale, token)
      const me = (await call({ method: 'GET', path: '/user/me', locale })) as ApiResponse<'/user/me', 'get'>
      auth.profileLoaded(me.data)
    },
    onSuccess: () => {
      toast.good(t('adminSite.staff.accepted'))
      void navigate(adminPaths.home(), { replace: true })
    },
  })
  return (
    <div className="mx-auto grid max-w-xl gap-5 py-10">
      <h1 tabIndex={-1} className="text-3xl">
        {t('adminSite.staff.acceptTitle')}
      </h1>
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
    </div>
  )
}
