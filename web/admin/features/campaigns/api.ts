// Requests about campaigns: a store sells some or all of its products for less, for a time.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { CampaignDraft, CampaignStatus } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const CAMPAIGN_STATUSES = ['running', 'planned', 'ended', 'cancelled'] as const satisfies CampaignStatus[]

export const adminCampaignsQuery = (locale: Locale, status: CampaignStatus | undefined, page: number) => ({
  ...get(locale, '/admin/campaigns', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})

export const draftQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/campaigns/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

/** The server returns at most 100 stores; a shop with more needs a search field instead of this select. */
export const allStoresQuery = (locale: Locale) => get(locale, '/store/all', { query: { sort: 'name', page: '1', perPage: '100' } })

/** Returns the store's most popular products if the text is empty. */
export const storeProductsQuery = (locale: Locale, storeSlug: string, text: string) =>
  get(locale, '/product/all', {
    query: { store: storeSlug, search: text || undefined, sort: text ? 'relevance' : 'popular', page: '1', perPage: '24' },
  })

/** A new draft has the id 0. */
export const saveCampaign = (locale: Locale, draft: CampaignDraft) =>
  draft.id === 0
    ? call({ method: 'POST', path: '/admin/campaigns', locale, body: draft })
    : call({ method: 'PUT', path: `/admin/campaigns/${draft.id}`, locale, body: draft })

/** Callers refresh after failures, too: another operator may have changed a campaign. */
export function useRefreshCampaigns() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/campaigns') })
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
