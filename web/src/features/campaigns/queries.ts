import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const PER_PAGE = '24'

/** Those of all stores that run now, those that end first first. */
export const runningCampaignsQuery = (locale: Locale) => get(locale, '/campaign/all', { query: { page: '1', perPage: '6' } })

export const storeCampaignsQuery = (locale: Locale, store: string) => get(locale, '/store/{store}/campaigns/', { path: { store } })

export const campaignQuery = (locale: Locale, id: string, page: number) =>
  get(locale, '/campaign/{id}', { path: { id }, query: { page: String(page), perPage: PER_PAGE } })
