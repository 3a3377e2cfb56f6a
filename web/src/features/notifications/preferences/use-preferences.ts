import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { NotificationPreferences } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { preferencesQuery } from './queries'

const SCOPE = 'preferences'

/**
 * The choices as they are shown, and a way to change them: each change is shown at once and sent as a whole. Several presses are sent one
 * after the other, so the last one holds; one that fails is taken back.
 */
export function usePreferences() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const query = preferencesQuery(locale)
  const { queryKey } = query
  const { data, isError, refetch } = useQuery(query)

  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey: [SCOPE],
    scope: { id: SCOPE },
    mutationFn: (wanted: NotificationPreferences) => call({ method: 'PUT', path: '/notification/preferences', locale, body: wanted }),
    onError: (error) => {
      toast.bad(failureText(t, error))
      return client.invalidateQueries({ queryKey })
    },
  })

  const change = (part: Partial<NotificationPreferences>) => {
    const known = client.getQueryData(queryKey)
    if (!known) return
    const wanted = { ...known.data, ...part }
    // An answer on its way is older than this wish.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { data: wanted })
    mutate(wanted)
  }

  return {
    preferences: data?.data,
    hasFailed: isError && !data,
    retry: () => void refetch(),
    change,
    isSaving: isPending,
    isSaved: isSuccess,
  }
}
