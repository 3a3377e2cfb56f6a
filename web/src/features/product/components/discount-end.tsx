// The text about the end of a discount, on a product page.

import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** The last day of a discount, without a countdown, which would put shoppers under pressure. */
export default function DiscountEnd({ until }: { until: string }) {
  const { t, locale } = useI18n()
  return t('deferred.product.discountUntil', { date: date(locale, until) })
}
