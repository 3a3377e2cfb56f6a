// Requests about the settings of the site, the seller's data (called "office" by the API), and shop rules ("promises").
import { useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Seller, Schemas, SiteSettings } from '~shared/api/types'
import { settingsQuery } from '~shared/features/content/queries'
import type { Locale } from '~shared/i18n/locale'

/** Fetched for each visit, because an edit must begin with the newest version. */
export const siteQuery = (locale: Locale) => ({ ...settingsQuery(locale), staleTime: LOADER_FRESH_MS })

export const sellerQuery = (locale: Locale) => ({ ...get(locale, '/admin/office'), staleTime: LOADER_FRESH_MS })

export const saveSite = (locale: Locale, settings: SiteSettings) =>
  call({ method: 'PUT', path: '/admin/settings', locale, body: settings }) as Promise<ApiResponse<'/admin/settings', 'put'>>

export const saveSeller = (locale: Locale, office: Seller) =>
  call({ method: 'PUT', path: '/admin/office', locale, body: office }) as Promise<ApiResponse<'/admin/office', 'put'>>

/** Maps `contact.email` to `contact_email`: in the form, a dot would mean a nested value. */
export const toFormField = (name: string) => name.replace('.', '_')

/** Fetches the contact data of the shop again, which the server builds from the settings and the seller's data. */
export function useRefreshContact() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', '/content/contact'] })
}

export type Rules = Schemas['PromiseRules']
export type Exception = Schemas['ReturnExceptionRule']

export const rulesQuery = (locale: Locale) => ({ ...get(locale, '/admin/promises'), staleTime: LOADER_FRESH_MS })

const put = (locale: Locale, path: string, body: object) =>
  call({ method: 'PUT', path: `/admin/promises/${path}`, locale, body }) as Promise<{ data: Rules }>

export const saveBonusRules = (locale: Locale, { rules, spendShare }: Rules['bonus']) => put(locale, 'bonus-rules', { rules, spendShare })

export const saveExceptions = (locale: Locale, exceptions: Exception[]) => put(locale, 'return-exceptions', { exceptions })

/** Puts saved rules into the cache, and fetches again what the shop's pages show of them. */
export function useApplySavedRules() {
  const client = useQueryClient()
  return async (locale: Locale, saved: { data: Rules }) => {
    client.setQueryData(rulesQuery(locale).queryKey, saved)
    await Promise.all(['/promises', '/bonuses/terms'].map((path) => client.invalidateQueries({ queryKey: ['GET', path] })))
  }
}
