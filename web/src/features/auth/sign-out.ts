import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '~/api/http'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { toast } from '~/ui/toast-store'
import { failureText } from '../content/failure-text'
import { auth } from './store'

const SHOWN_FOR = 2000

/** Success clears everything. A session that is gone already is as good as ended. */
export function useSignOut() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call({ method: 'GET', path: '/auth/logout', locale }),
    onSuccess: async () => {
      toast.good(t('common.logouted'), { duration: SHOWN_FOR })
      // Away from the account first: its pages send whoever is signed out to the sign-in page.
      await navigate(paths.home())
      auth.cleared()
    },
    onError: (error) => {
      if (auth.tokens()) toast.bad(failureText(t, error))
    },
  })
}
