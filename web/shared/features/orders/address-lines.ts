import type { Order } from '~shared/api/types'
import type { Translate } from '~shared/i18n/translate'

/** Returns the address line by line, from the street outwards, then the metro station and the landmark. */
export function addressLines(t: Translate, address: Order['address']): string[] {
  const { street, building, district, city, entrance, floor, apartment, landmark, station, postcode } = address
  const within = [
    entrance && t('orders.address.entrance', { value: entrance }),
    floor && t('orders.address.floor', { value: floor }),
    apartment && t('orders.address.apartment', { value: apartment }),
  ]
  return [
    `${street}, ${building}`,
    within.filter(Boolean).join(', '),
    [district, city, postcode && `AZ${postcode}`].filter(Boolean).join(', '),
    station ? t('orders.address.station', { name: station }) : '',
    landmark ?? '',
  ].filter((line) => line !== '')
}
