// The texts of promises: what pages say about delivery and returns. The figures come from the rules that the server applies.

import { get } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import type { Translate } from '~shared/i18n/context'

/** The query of the promises: delivery tariffs, return rights, bonuses and earnings, as the order service applies them. */
export const promisesQuery = (locale: Locale) => get(locale, '/promises')

type Promises = Schemas['ShopPromises']

/** The totals from which delivery is free, in qəpik: at the cheapest address, and at every address. */
interface Thresholds {
  freeFromLowest?: number | undefined
  freeFromEverywhere?: number | undefined
}

/** Describes the total from which delivery is free, without promising more than the tariff of any address. */
export function freeDelivery(t: Translate, { freeFromLowest: lowest, freeFromEverywhere: everywhere }: Thresholds): string {
  if (lowest === undefined) return t('promises.free.never')
  if (everywhere === undefined) return t('promises.free.somewhere', { lowest: money(lowest) })
  if (everywhere === lowest) return t('promises.free.everywhere', { price: money(lowest) })
  return t('promises.free.range', { lowest: money(lowest), everywhere: money(everywhere) })
}

/** Describes until when goods can be returned, and which goods cannot. */
export function returnRight(t: Translate, { returnDays, returnExceptions }: Pick<Promises, 'returnDays' | 'returnExceptions'>): string {
  const text = t('promises.refundWithin', { count: returnDays, n: returnDays })
  const names = returnExceptions.map(({ title }) => title).join('; ')
  return names ? t('promises.refundExcept', { text, names }) : text
}

/** Returns the return exception for goods of these categories, if any. */
export const exceptionOf = ({ returnExceptions }: Pick<Promises, 'returnExceptions'>, categoryIds: number[]) =>
  returnExceptions.find((exception) => exception.categoryIds.some((id) => categoryIds.includes(id)))
