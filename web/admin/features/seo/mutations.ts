import { useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { Answer, SeoText } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const saveText = (locale: Locale, text: SeoText) =>
  call({ method: 'PUT', path: '/admin/seo/texts', locale, body: text }) as Promise<Answer<'/admin/seo/texts', 'put'>>

export const saveRobots = (locale: Locale, body: { text: string }) =>
  call({ method: 'PUT', path: '/admin/seo/robots', locale, body }) as Promise<Answer<'/admin/seo/robots', 'put'>>

/** What the desk lists, and what the pages of the shop say of themselves. */
export function useRefreshSeo() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => /^\/(admin\/)?seo\//.test(String(queryKey[1])) })
}
