import { useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, JUST_LOADED } from '~shared/api/query'
import type { Answer, Office, SiteSettings } from '~shared/api/types'
import { settingsQuery } from '~shared/features/content/queries'
import type { Locale } from '~shared/i18n/locale'

/** Those that everybody reads; whoever is about to change them wants the newest. */
export const siteQuery = (locale: Locale) => ({ ...settingsQuery(locale), staleTime: JUST_LOADED })

export const officeQuery = (locale: Locale) => ({ ...get(locale, '/admin/office'), staleTime: JUST_LOADED })

export const saveSite = (locale: Locale, settings: SiteSettings) =>
  call({ method: 'PUT', path: '/admin/settings', locale, body: settings }) as Promise<Answer<'/admin/settings', 'put'>>

export const saveOffice = (locale: Locale, office: Office) =>
  call({ method: 'PUT', path: '/admin/office', locale, body: office }) as Promise<Answer<'/admin/office', 'put'>>

/** The server names what is inside by a dot, which a form takes for a way into its values. */
export const fieldNamed = (named: string) => named.replace('.', '_')

/** How to reach the shop is made of both, and stands on more pages than one. */
export function useRefreshContact() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', '/content/contact'] })
}
