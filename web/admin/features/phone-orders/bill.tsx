// The bill of an order on the phone, as the server has checked it, with the reasons why it cannot be placed.
import clsx from 'clsx'
import { useId } from 'react'
import { ApiFailure, failureText } from '~shared/api/failure'
import type { CheckedCart } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { isComplete, type PhoneLine } from './lines'
import type { Values } from './rules'
import { isMissingField, lineName, problemText } from './texts'
import type { PhoneCheck } from './use-check'

interface Props {
  check: PhoneCheck
  typed: Values
}

/** The amounts are pale unless they belong to the typed values. */
export function Bill({ check: { checked, hasPlace, isCurrent, failure, refetch }, typed }: Props) {
  const t = useT()
  const id = useId()
  const incomplete = typed.lines.filter((line) => !isComplete(line))
  const isBusy = incomplete.length < typed.lines.length && !isCurrent && failure === null
  return (
    <section
      aria-labelledby={id}
      aria-busy={isBusy}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6',
        'xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto',
      )}
    >
      <h2 id={id} className="text-xl">
        {t('orders.amounts.title')}
      </h2>
      {!checked && <p className="text-muted">{t(isBusy ? 'admin.phone.checking' : 'admin.phone.noBill')}</p>}
      {incomplete.length > 0 && (
        <p className="text-sm text-muted">{t('admin.phone.incomplete', { names: incomplete.map(({ name }) => name).join(', ') })}</p>
      )}
      {checked && (
        <div className={clsx('grid gap-4', !isCurrent && 'opacity-60 transition-opacity delay-150')}>
          <Amounts cart={checked.cart} typed={typed.lines} hasPlace={hasPlace} />
        </div>
      )}
      {/* Screen readers announce a changed total. */}
      <p role="status" className="sr-only">
        {checked && `${t('orders.amounts.total')}: ${money(checked.cart.total)}`}
      </p>
      <div role="status">{checked && <Problems cart={checked.cart} typed={typed.lines} />}</div>
      {failure && <Failure failure={failure} onRetry={refetch} />}
    </section>
  )
}

interface CartProps {
  cart: CheckedCart
  typed: PhoneLine[]
}

function Amounts({ cart, typed, hasPlace }: CartProps & { hasPlace: boolean }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { lines, subtotal, discount, promoDiscount, deliveryFee, total, delivery } = cart
  return (
    <>
      <ul className="divide-y divide-line text-[0.9375rem]">
        {lines.map((line) => (
          <li key={`${line.productId} ${line.sizeId ?? ''}`} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {lineName(t, line, lines, typed)} × {line.count}
            </span>
            <span className="whitespace-nowrap tabular-nums">{money(line.lineTotal)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 text-[0.9375rem]">
        <Row label={t('orders.amounts.subtotal')} value={money(subtotal)} />
        {discount > 0 && <Row label={t('orders.amounts.discount')} value={money(-discount)} />}
        {promoDiscount > 0 && <Row label={t('orders.amounts.promo')} value={money(-promoDiscount)} />}
        {hasPlace && <Row label={t('orders.amounts.delivery')} value={deliveryFee > 0 ? money(deliveryFee) : t('orders.amounts.free')} />}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-bold">{t('orders.amounts.total')}</dt>
          <dd className="text-2xl font-bold tracking-tight whitespace-nowrap tabular-nums">{money(total)}</dd>
        </div>
      </dl>
      {delivery && <p className="tabular-nums">{t('orders.comes', { when: timeWindow(locale, delivery, now) })}</p>}
    </>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{value}</dd>
    </div>
  )
}

function Problems({ cart: { problems, lines }, typed }: CartProps) {
  const t = useT()
  const reported = problems.filter((problem) => !isMissingField(problem))
  if (reported.length === 0) return null
  return (
    <ul className="grid gap-1 rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
      {reported.map((problem) => (
        <li key={`${problem.code} ${problem.productId ?? ''} ${problem.sizeId ?? ''}`}>{problemText(t, problem, lines, typed)}</li>
      ))}
    </ul>
  )
}

/** The server may refuse single values, such as a phone number that does not exist. */
function Failure({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const t = useT()
  const errors = failure instanceof ApiFailure ? (failure.problem?.errors ?? []) : []
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-lg bg-bad-soft px-4 py-3 text-bad">
      <p className="font-medium">{failureText(t, failure)}</p>
      {errors.map(({ field, message }) => (
        <p key={field}>{message}</p>
      ))}
      <Button look="secondary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
