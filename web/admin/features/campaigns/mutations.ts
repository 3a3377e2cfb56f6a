import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { CampaignDraft } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const save = (locale: Locale, draft: CampaignDraft) =>
  draft.id === 0
    ? call({ method: 'POST', path: '/admin/campaigns', locale, body: draft })
    : call({ method: 'PUT', path: `/admin/campaigns/${draft.id}`, locale, body: draft })

const isOnDesk = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith('/admin/campaigns')

/** Another one may have changed it meanwhile: the lists are asked for anew. */
export function useRefreshCampaigns() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: isOnDesk })
}

export function useCancelCampaign() {
  const { t, locale } = useI18n()
  const refresh = useRefreshCampaigns()
  return useMutation({
    mutationFn: (id: number) => call({ method: 'POST', path: `/admin/campaigns/${id}/cancel`, locale }),
    onSuccess: () => toast.good(t('campaigns.cancelled')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
