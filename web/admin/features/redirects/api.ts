// Requests about redirects: an address of the shop leads to another address, or is gone.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, SeoRedirect } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

/** Finds redirects whose old or new address contains `text`. */
export const redirectsQuery = (locale: Locale, text: string, page: number) => ({
  ...get(locale, '/admin/seo/redirects', { query: { search: text || undefined, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})

const PATH = '/admin/seo/redirects'

export const saveRedirect = (locale: Locale, redirect: SeoRedirect) =>
  call({ method: 'PUT', path: PATH, locale, body: redirect }) as Promise<ApiResponse<typeof PATH, 'put'>>

/** Fetches all redirects, because saving one also changes those that led to its old address. */
export function useRefreshRedirects() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', PATH] })
}

/** There is no confirmation, because the message offers to undo it. */
export function useRemoveRedirect() {
  const { t, locale } = useI18n()
  const refresh = useRefreshRedirects()
  const showFailure = (error: unknown) => toast.bad(failureText(t, error))
  const restore = (redirect: SeoRedirect) => void saveRedirect(locale, redirect).catch(showFailure).then(refresh)
  return useMutation({
    mutationFn: ({ from }: SeoRedirect) => call({ method: 'DELETE', path: PATH, locale, body: { from } }),
    onSuccess: (_done, redirect) =>
      toast.plain(t('adminSite.redirects.removed', { from: redirect.from }), { label: t('common.undo'), run: () => restore(redirect) }),
    onError: showFailure,
    onSettled: refresh,
  })
}
