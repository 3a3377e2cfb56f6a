// The trial of a promo code: an operator sees what the code takes off a cart, or why it is refused.
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import * as v from 'valibot'
import { toApiTime } from '~admin/lib/baku-time'
import type { CartItem, CartProblem, Promo, PromoTrial } from '~shared/api/types'
import { citiesQuery } from '~shared/features/addresses/queries'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { MAX_LINES } from './cart-lines'
import { CartPicker } from './cart-picker'
import { tryPromo } from './api'
import { errorCode } from '~shared/features/forms/rules'

const Schema = v.object({
  lines: v.pipe(
    v.array(v.object({ productId: v.number(), sizeId: v.optional(v.number()), count: v.number() })),
    v.minLength(1, errorCode('required')),
    v.maxLength(MAX_LINES, errorCode('too_many')),
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
  ...(at && { at: toApiTime(at) }),
})

/** The server calculates the result by the saved rules, as at checkout. */
export function Trial({ promo }: { promo: Promo }) {
  const { t, locale } = useI18n()
  const cities = useQuery(citiesQuery(locale))
  const [trial, setTrial] = useState<PromoTrial | null>(null)
  const sendForm = useSendForm({
    schema: Schema,
    values: { lines: [], orderCode: '', cityId: '', at: '' },
    labels: {
      lines: t('campaigns.promos.try.cart'),
      orderCode: t('campaigns.promos.try.orderCode'),
      cityId: t('campaigns.promos.try.cityId'),
      at: t('campaigns.promos.try.at'),
    },
    send: (typed) => tryPromo(locale, promo.id, cartOf(typed)),
    onSent: ({ data }) => setTrial(data),
    toFormField: (name) => (name.startsWith('lines') ? 'lines' : name),
  })

  return (
    <section aria-labelledby="trial" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-2">
        <h2 id="trial" className="text-xl">
          {t('campaigns.promos.try.title')}
        </h2>
        <p className="text-muted text-pretty">{t('campaigns.promos.try.text')}</p>
      </div>
      <SendForm form={sendForm} submit={t('campaigns.promos.try.submit')}>
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

/** Whether a problem is about the code, and not about a product or the delivery. */
const isOfCode = ({ code }: CartProblem) => code.startsWith('promo')

function TrialResult({ trial, code }: { trial: PromoTrial; code: string }) {
  const { t } = useI18n()
  const { lines, problems, promo, subtotal, discount, promoDiscount, deliveryFee, total } = trial
  const refusal = problems.find(isOfCode)
  const isNotDelivered = problems.some((problem) => problem.code === 'address_outside_zones')
  return (
    <div className="grid gap-4">
      <p className={clsx('rounded-lg px-4 py-3 font-medium', promo ? 'bg-good-soft text-good' : 'bg-warn-soft')}>
        {promo ? t('campaigns.promos.try.takes', { code, price: money(promo.discount) }) : refusal && promoText(t, refusal)}
      </p>
      {isNotDelivered && <p className="rounded-lg bg-warn-soft px-4 py-3">{t('errors.address_outside_zones.title')}</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <TrialLine key={`${line.productId} ${line.sizeId ?? ''}`} line={line} />
        ))}
      </ul>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 tabular-nums">
        <SumRow name={t('campaigns.promos.try.goods')} price={subtotal - discount} />
        <SumRow name={t('campaigns.promos.try.code')} price={-promoDiscount} />
        {deliveryFee !== undefined && <SumRow name={t('campaigns.promos.try.way')} price={deliveryFee} />}
        <SumRow name={t('campaigns.promos.try.total')} price={total} isTotal />
      </dl>
    </div>
  )
}

function TrialLine({ line }: { line: CartItem }) {
  const { t } = useI18n()
  const problemText = lineText(t, line)
  const name = line.product?.name ?? t('campaigns.promos.try.product', { id: line.productId })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <p className="wrap-anywhere">
        {name}
        {line.size && `, ${line.size.name}`} × {line.count}
        {problemText && <span className="block text-sm text-bad">{problemText}</span>}
      </p>
      <p className="text-right tabular-nums">
        {money(line.lineTotal)}
        {line.promoDiscount > 0 && <span className="block text-sm font-medium text-good">{money(-line.promoDiscount)}</span>}
      </p>
    </li>
  )
}

function SumRow({ name, price, isTotal = false }: { name: string; price: number; isTotal?: boolean }) {
  const look = isTotal ? 'font-bold' : 'text-muted'
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={clsx('text-right', look)}>{money(price)}</dd>
    </>
  )
}
