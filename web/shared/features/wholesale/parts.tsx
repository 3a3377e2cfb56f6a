// Parts of the page of a wholesale request, shared by the shop and the back office.

import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { WholesaleQuote, WholesaleRequest, WholesaleState } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'

export function RequestCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

const TONES: Record<WholesaleState, string> = {
  requested: 'bg-sky text-ink',
  quoted: 'bg-warn-soft text-ink',
  accepted: 'bg-sky text-ink',
  paid: 'bg-good-soft text-good',
  declined: 'bg-sunken text-muted',
  expired: 'bg-sunken text-muted',
  cancelled: 'bg-sunken text-muted',
}

export function StateBadge({ state }: { state: WholesaleState }) {
  const t = useT()
  return <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', TONES[state])}>{t(`wholesale.state.${state}`)}</span>
}

export function RequestedGoods({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const { lines, text, wishedDate, note } = request
  return (
    <div className="grid gap-4">
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map(({ productId, sizeId, name, size, count }) => (
            <li key={`${productId} ${sizeId ?? ''}`} className="flex justify-between gap-4 py-3">
              <span className="min-w-0 wrap-anywhere">
                {name}
                {size && <span className="text-muted">, {size}</span>}
              </span>
              <span className="shrink-0 tabular-nums">{t('wholesale.pieces', { count })}</span>
            </li>
          ))}
        </ul>
      )}
      {text && <p className="leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>}
      {wishedDate && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.form.wishedDate')}</span>
          {/* Noon in UTC is the same day in Baku. */}
          {date(locale, `${wishedDate}T12:00:00Z`)}
        </p>
      )}
      {note && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.form.note')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{note}</span>
        </p>
      )}
    </div>
  )
}

export function QuoteTable({ quote }: { quote: WholesaleQuote }) {
  const { t } = useI18n()
  const rows = [
    [t('wholesale.quote.goods'), quote.goods],
    [t('wholesale.quote.delivery'), quote.deliveryFee],
  ] as const
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {quote.lines.map(({ productId, sizeId, name, size, count, unitPrice, lineTotal }) => (
          <li key={`${productId} ${sizeId ?? ''}`} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <p className="min-w-0 font-medium wrap-anywhere">
              {name}
              {size && <span className="font-normal text-muted">, {size}</span>}
            </p>
            <p className="tabular-nums">
              <span className="text-muted">{t('wholesale.quote.times', { count, price: money(unitPrice) })}</span>{' '}
              <strong>{money(lineTotal)}</strong>
            </p>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1.5">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{money(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 text-xl font-bold">
          <dt>{t('wholesale.quote.total')}</dt>
          <dd className="tabular-nums">{money(quote.total)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-sm text-muted">
          <dt>{t('wholesale.quote.vat')}</dt>
          <dd className="tabular-nums">{money(quote.vat)}</dd>
        </div>
      </dl>
      {quote.deliveryTerms && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.quote.terms')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{quote.deliveryTerms}</span>
        </p>
      )}
      {quote.note && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.quote.note')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{quote.note}</span>
        </p>
      )}
    </div>
  )
}
