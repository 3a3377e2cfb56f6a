import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** The day and nothing more: a clock that counts down would only press. */
export default function DiscountEnd({ until }: { until: string }) {
  const { t, locale } = useI18n()
  return t('around.product.discountUntil', { date: date(locale, until) })
}
