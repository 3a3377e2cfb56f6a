import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** Names the last day of a discount. A countdown would put shoppers under pressure. */
export default function DiscountEnd({ until }: { until: string }) {
  const { t, locale } = useI18n()
  return t('deferred.product.discountUntil', { date: date(locale, until) })
}
