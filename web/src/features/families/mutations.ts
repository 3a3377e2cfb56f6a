import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, post } from '~shared/api/http'
import type { Family } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { focusHeading } from '~/lib/focus-heading'
import { toast } from '~shared/ui/toast-store'
import { failureText } from '~shared/features/content/failure-text'
import { familiesQuery } from './queries'
import { inputOf } from './rules'

/** Removes one at once; a press on “undo” adds it again. */
export function useRemoveFamily() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = familiesQuery(locale)
  const refreshed = () => client.invalidateQueries({ queryKey })

  const restore = async (family: Family) => {
    try {
      await post(locale, '/user/family/add', inputOf(family))
    } catch (error) {
      toast.bad(failureText(t, error))
    }
    await refreshed()
  }

  return useMutation({
    scope: { id: 'families' },
    mutationFn: ({ id }: Family) => call({ method: 'DELETE', path: '/user/family/remove', locale, body: { id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.filter((one) => one.id !== id) })
      focusHeading()
    },
    onSuccess: (_done, family) =>
      toast.plain(t('account.birthdays.removed', { name: family.name }), { label: t('common.undo'), run: () => void restore(family) }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refreshed,
  })
}
