// Requests about the home page of the shop. Each publication of the page is a version.
import { useQueryClient } from '@tanstack/react-query'
import { post } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'
import { toApiTime } from '~admin/lib/baku-time'
import { sectionOf, type SectionValues, type Values } from './values'

/** Newest first: the first version of the first page is the published one. */
export const homeVersionsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/admin/home/versions', { query: { page: String(page), perPage: '10' } }),
  staleTime: LOADER_FRESH_MS,
})

export const publishHome = (locale: Locale, { sections, fromVersion }: Values) =>
  post(locale, '/admin/home', { fromVersion, sections: sections.map(sectionOf) })

/** `shownAt` is a time in Baku as in form fields; empty for the current time. */
export const previewHome = (locale: Locale, sections: SectionValues[], shownAt: string) =>
  post(locale, '/admin/home/preview', { sections: sections.map(sectionOf), ...(shownAt && { shownAt: toApiTime(shownAt) }) })

export function useRefreshHome() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/home') })
}
