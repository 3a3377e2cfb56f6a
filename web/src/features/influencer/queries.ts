// Requests of an influencer: application, earnings and cash-outs, which pay earnings to a card.

import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

/** The API responds with 404 if there is no application. */
export const applicationQuery = (locale: Locale) => ({ ...get(locale, '/influencer/application'), staleTime: LOADER_FRESH_MS })

/** The length of a period in days. */
export type Period = 30 | 90

const PER_PAGE = '20'

/** The period's figures, and a page of the history, newest first. */
export const earningsQuery = (locale: Locale, days: Period, page: number) => ({
  ...get(locale, '/influencer/earnings', { query: { days: String(days), page: String(page), perPage: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** Limits, the amount that can be requested, and a page of cash-outs, newest first. */
export const cashoutsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/influencer/cashouts', { query: { page: String(page), perPage: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

interface CashoutInput {
  /** The amount in qəpik. */
  amount: number
  cardNumber: string
}

export const requestCashout = (locale: Locale, request: CashoutInput, idempotencyKey: string) =>
  call({ method: 'POST', path: '/influencer/cashout', locale, body: request, idempotencyKey }) as Promise<
    ApiResponse<'/influencer/cashout', 'post'>
  >

export const cancelCashout = (locale: Locale, code: string) =>
  call({ method: 'POST', path: `/influencer/cashout/${encodeURIComponent(code)}/cancel`, locale })

/** Earnings and cash-outs change together. */
export const isEarnings = hasPathPrefix('/influencer/')
