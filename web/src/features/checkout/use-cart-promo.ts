import { useQuery } from '@tanstack/react-query'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { checkQuery } from './queries'
import { usePrecheckout } from '~shared/features/checkout/store'
import { promoText } from '~shared/features/checkout/promo-text'

/** What a code that was entered takes off the cart. Where it goes and how it is paid for is asked later. */
export function useCartPromo() {
  const { t, locale } = useI18n()
  const promoCode = usePrecheckout((state) => state.promoCode)
  const { data, isFetching } = useQuery({ ...checkQuery(locale, promoCode === null ? {} : { promoCode }), enabled: promoCode !== null })
  const checked = promoCode === null ? undefined : data?.data
  const problem = checked?.problems.find(({ code }) => code.startsWith('promo'))
  const discount = checked?.promoDiscount ?? 0
  const isForDelivery = checked?.promo?.kind === 'free_delivery'
  return {
    isPending: isFetching,
    discount,
    trouble: problem && promoText(t, problem),
    note: isForDelivery ? t('cart.promo.freeDelivery') : discount > 0 ? t('cart.promo.off', { price: money(discount) }) : undefined,
  }
}
