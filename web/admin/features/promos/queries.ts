import { get, JUST_LOADED } from '~shared/api/query'
import type { PromoStatus } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const STATUSES = ['active', 'scheduled', 'paused', 'used_up', 'ended'] as const satisfies PromoStatus[]

export interface Filter {
  status?: PromoStatus | undefined
  code?: string | undefined
}

export const promosQuery = (locale: Locale, { status, code }: Filter, page: number) => ({
  ...get(locale, '/admin/promos', { query: { status, code, page: String(page), perPage: '20' } }),
  staleTime: JUST_LOADED,
})

/** With its latest changes. */
export const promoQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/promos/{id}', { path: { id } }),
  staleTime: JUST_LOADED,
})
