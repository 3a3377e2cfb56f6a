import type { Promo } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Translate } from '~shared/i18n/translate'

/** What a code gives: `15% endirim, ən çoxu 20,00 ₼`. */
export function giftText(t: Translate, { kind, value = 0, atMost }: Pick<Promo, 'kind' | 'value' | 'atMost'>): string {
  if (kind === 'free_delivery') return t('campaigns.promos.gift.free_delivery')
  if (kind === 'fixed') return t('campaigns.promos.gift.fixed', { price: money(value) })
  return atMost === undefined
    ? t('campaigns.promos.gift.percent', { percent: value })
    : t('campaigns.promos.gift.capped', { percent: value, price: money(atMost) })
}
