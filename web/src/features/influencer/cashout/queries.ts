import { get, JUST_LOADED } from '~shared/api/query'
import { call } from '~shared/api/http'
import type { Answer } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

const PER_PAGE = '20'

/** The limits, the amount that can be requested, and a page of cash-outs, newest first. */
export const cashoutsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/influencer/cashouts', { query: { page: String(page), perPage: PER_PAGE } }),
  staleTime: JUST_LOADED,
})

export interface CashoutWish {
  amount: number
  cardNumber: string
}

export const requestCashout = (locale: Locale, wish: CashoutWish, idempotencyKey: string) =>
  call({ method: 'POST', path: '/influencer/cashout', locale, body: wish, idempotencyKey }) as Promise<
    Answer<'/influencer/cashout', 'post'>
  >

export const cancelCashout = (locale: Locale, code: string) =>
  call({ method: 'POST', path: `/influencer/cashout/${encodeURIComponent(code)}/cancel`, locale })

/** Earnings and cash-outs change together. */
export const isEarnings = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith('/influencer/')
