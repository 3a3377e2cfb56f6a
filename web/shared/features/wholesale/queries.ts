import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { WholesaleState } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const STATUSES = ['requested', 'quoted', 'accepted', 'paid', 'declined', 'expired', 'cancelled'] as const satisfies WholesaleState[]

/** The token from the mailed link replaces a sign-in. */
export const requestQuery = (locale: Locale, code: string, token: string) => ({
  ...get(locale, '/wholesale/{code}', { path: { code }, query: { token } }),
  staleTime: LOADER_FRESH_MS,
})

interface Filter {
  status?: WholesaleState | undefined
  text?: string | undefined
}

export const adminListQuery = (locale: Locale, { status, text }: Filter, page: number) => ({
  ...get(locale, '/admin/wholesale', { query: { status, text, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})

export const adminRequestQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/admin/wholesale/{code}', { path: { code } }),
  staleTime: LOADER_FRESH_MS,
})
