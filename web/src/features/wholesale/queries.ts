import { get } from '~/api/query'
import type { WholesaleState } from '~/api/types'
import type { Locale } from '~/i18n/locale'

export const STATES = ['requested', 'quoted', 'accepted', 'paid', 'declined', 'expired', 'cancelled'] as const satisfies WholesaleState[]

/** A request as its customer sees it. */
export const requestQuery = (locale: Locale, code: string, token: string) => ({
  ...get(locale, '/wholesale/{code}', { path: { code }, query: { token } }),
  staleTime: 0,
})

export interface Filter {
  status?: WholesaleState | undefined
  text?: string | undefined
}

export const deskListQuery = (locale: Locale, { status, text }: Filter, page: number) => ({
  ...get(locale, '/admin/wholesale', { query: { status, text, page: String(page), perPage: '20' } }),
  staleTime: 0,
})

export const deskRequestQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/wholesale/{code}', { path: { code } }),
  staleTime: 0,
})
