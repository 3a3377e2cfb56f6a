import type { Order } from '~/api/types'
import type { Translate } from '~/i18n/translate'

/** Where it goes, as the courier reads it: from the street outwards, then the way in. */
export function addressLines(t: Translate, address: Order['address']): string[] {
  const { street, building, district, city, entrance, floor, apartment, landmark } = address
  const within = [
    entrance && t('orders.address.entrance', { value: entrance }),
    floor && t('orders.address.floor', { value: floor }),
    apartment && t('orders.address.apartment', { value: apartment }),
  ]
  return [`${street}, ${building}`, within.filter(Boolean).join(', '), [district, city].filter(Boolean).join(', '), landmark ?? ''].filter(
    (line) => line !== '',
  )
}
