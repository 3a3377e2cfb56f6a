import { useQuery } from '@tanstack/react-query'
import { useI18n } from '~shared/i18n/context'
import { promisesQuery, returnRight } from './texts'

/** The return period, beside the button that places an order. */
export function ReturnPromise({ className }: { className: string }) {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  return promises ? (
    <p className={className}>
      {t('promises.refund')}. {returnRight(t, promises)}.
    </p>
  ) : null
}
