// Texts about delivery and returns, with figures from the server's rules.

import { get } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'

/** Delivery tariffs, return rights, bonuses and earnings. */
export const promisesQuery = (locale: Locale) => get(locale, '/promises')

type Promises = Schemas['ShopPromises']

/** The totals in qəpik from which delivery is free for the cheapest address, and for every address. */
interface Thresholds {
  freeFromLowest?: number | undefined
  freeFromEverywhere?: number | undefined
}

/** The text must not promise more than the tariff of any address. */
export function freeDelivery(t: Translate, { freeFromLowest: lowest, freeFromEverywhere: everywhere }: Thresholds): string {
  if (lowest === undefined) return t('promises.free.never')
  if (everywhere === undefined) return t('promises.free.somewhere', { lowest: money(lowest) })
  if (everywhere === lowest) return t('promises.free.everywhere', { price: money(lowest) })
  return t('promises.free.range', { lowest: money(lowest), everywhere: money(everywhere) })
}

export function returnRight(t: Translate, { returnDays, returnExceptions }: Pick<Promises, 'returnDays' | 'returnExceptions'>): string {
  const text = t('promises.refundWithin', { count: returnDays, n: returnDays })
  const names = returnExceptions.map(({ title }) => title).join('; ')
  return names ? t('promises.refundExcept', { text, names }) : text
}

export const exceptionOf = ({ returnExceptions }: Pick<Promises, 'returnExceptions'>, categoryIds: number[]) =>
  returnExceptions.find((exception) => exception.categoryIds.some((id) => categoryIds.includes(id)))
