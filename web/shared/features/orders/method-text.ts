import type { Order } from '~shared/api/types'
import type { Translate } from '~shared/i18n/translate'

/** How it is paid, and over how many months. */
export const methodText = (t: Translate, { paymentMethod, months }: Order) =>
  paymentMethod === 'installment' && months ? t('orders.method.over', { count: months }) : t(`orders.method.${paymentMethod}`)
