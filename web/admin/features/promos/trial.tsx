import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Promo, PromoTrial } from '~shared/api/types'
import { citiesQuery } from '~shared/features/addresses/queries'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { sentTime } from '~admin/lib/baku-time'
import { CartPicker } from './cart-picker'
import { MOST_LINES } from './cart-lines'
import { tryOut } from './mutations'
import { TrialResult } from './trial-result'

const says = (code: FieldCode) => code

const Schema = v.object({
  lines: v.pipe(
    v.array(v.object({ productId: v.number(), sizeId: v.optional(v.number()), count: v.number() })),
    v.minLength(1, says('required')),
    v.maxLength(MOST_LINES, says('too_many')),
  ),
  orderCode: v.pipe(v.string(), v.trim()),
  cityId: v.string(),
  at: v.string(),
})

type Values = v.InferOutput<typeof Schema>

const cartOf = ({ lines, orderCode, cityId, at }: Values) => ({
  lines: lines.map(({ productId, sizeId, count }) => ({ productId, count, ...(sizeId !== undefined && { sizeId }) })),
  ...(orderCode && { orderCode }),
  ...(cityId && { cityId: Number(cityId) }),
  ...(at && { at: sentTime(at) }),
})

/** Tries the saved rules of a code against a cart: the answer is the one that checkout would give. */
export function Trial({ promo }: { promo: Promo }) {
  const { t, locale } = useI18n()
  const cities = useQuery(citiesQuery(locale))
  const [trial, setTrial] = useState<PromoTrial | null>(null)
  const form = useSendForm({
    schema: Schema,
    values: { lines: [], orderCode: '', cityId: '', at: '' },
    labels: {
      lines: t('campaigns.promos.try.cart'),
      orderCode: t('campaigns.promos.try.orderCode'),
      cityId: t('campaigns.promos.try.cityId'),
      at: t('campaigns.promos.try.at'),
    },
    send: (typed) => tryOut(locale, promo.id, cartOf(typed)),
    onSent: ({ data }) => setTrial(data),
    fieldNamed: (named) => (named.startsWith('lines') ? 'lines' : named),
  })

  return (
    <section aria-labelledby="trial" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-2">
        <h2 id="trial" className="text-xl">
          {t('campaigns.promos.try.title')}
        </h2>
        <p className="text-muted text-pretty">{t('campaigns.promos.try.text')}</p>
      </div>
      <SendForm form={form} submit={t('campaigns.promos.try.submit')}>
        <CartPicker />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText
            name="orderCode"
            optional
            placeholder="SQ-7K4M-29"
            autoComplete="off"
            autoCapitalize="characters"
            hint={t('campaigns.promos.try.orderCodeHint')}
          />
          <FormSelect
            name="cityId"
            optional
            placeholder={t('campaigns.promos.try.anywhere')}
            choices={(cities.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            hint={t('campaigns.promos.try.cityIdHint')}
          />
          <FormText name="at" optional type="datetime-local" hint={t('campaigns.promos.try.atHint')} />
        </div>
      </SendForm>
      <div role="status">{trial && <TrialResult trial={trial} code={promo.code} />}</div>
    </section>
  )
}
