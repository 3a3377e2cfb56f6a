import type { Order, OrderLine } from '~shared/api/types'
import { methodText } from '~shared/features/orders/badges'
import { addressLines } from '~shared/features/orders/delivery'
import { useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { Logo } from '~shared/ui/logo'

export function Receipt({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const { code, createdAt, recipient, address, stores, lines } = order
  return (
    <article className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <Logo />
        <div className="sm:text-right">
          <h1 tabIndex={-1} className="text-2xl tabular-nums">
            {t('orders.receipt.title', { code })}
          </h1>
          <p className="text-muted tabular-nums">
            <time dateTime={createdAt}>
              {date(locale, createdAt)}, {timeOfDay(createdAt)}
            </time>
          </p>
        </div>
      </header>
      <dl className="grid gap-4 text-[0.9375rem] sm:grid-cols-[1fr_1.5fr_1fr_1fr]">
        <Fact label={t('orders.recipient')}>{`${recipient.firstName} ${recipient.lastName}`}</Fact>
        <Fact label={t('orders.address.title')}>{[...addressLines(t, address), address.phoneNumber ?? ''].filter(Boolean).join(', ')}</Fact>
        <Fact label={t('orders.amounts.method')}>{methodText(t, order)}</Fact>
        <Fact label={t('orders.receipt.state')}>{t(`orders.payment.${order.paymentStatus}`)}</Fact>
      </dl>
      {stores.map((store) => (
        <Goods key={store.storeId} seller={store.name} total={store.total} lines={lines.filter(({ id }) => store.lineIds.includes(id))} />
      ))}
      <Sums order={order} />
    </article>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const CELL = 'py-2 align-top'
const NUMBER_CELL = `${CELL} pl-3 text-right whitespace-nowrap tabular-nums`

function Goods({ seller, total, lines }: { seller: string; total: number; lines: OrderLine[] }) {
  const { t } = useI18n()
  return (
    <table className="w-full text-[0.9375rem] break-inside-avoid">
      <caption className="border-b border-line-strong pb-2 text-left font-semibold">{t('orders.receipt.seller', { name: seller })}</caption>
      <thead>
        <tr className="text-left text-sm text-muted">
          <th scope="col" className={`${CELL} font-normal`}>
            {t('orders.receipt.product')}
          </th>
          <th scope="col" className={`${NUMBER_CELL} font-normal`}>
            {t('orders.receipt.count')}
          </th>
          <th scope="col" className={`${NUMBER_CELL} hidden font-normal sm:table-cell print:table-cell`}>
            {t('orders.receipt.price')}
          </th>
          <th scope="col" className={`${NUMBER_CELL} font-normal`}>
            {t('orders.receipt.sum')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(({ id, name, size, count, unitPrice, lineTotal }) => (
          <tr key={id}>
            <th scope="row" className={`${CELL} text-left font-normal wrap-anywhere`}>
              {name}
              {size && `, ${size}`}
            </th>
            <td className={NUMBER_CELL}>{count}</td>
            <td className={`${NUMBER_CELL} hidden sm:table-cell print:table-cell`}>{money(unitPrice)}</td>
            <td className={NUMBER_CELL}>{money(lineTotal)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line">
        <tr className="font-semibold">
          <th scope="row" colSpan={2} className={`${CELL} text-left font-semibold`}>
            {t('orders.receipt.ofSeller')}
          </th>
          <td aria-hidden className="hidden sm:table-cell print:table-cell" />
          <td className={NUMBER_CELL}>{money(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The goods' prices are after discounts, so their sum is, too. */
function Sums({ order: { amounts, promoCode } }: { order: Order }) {
  const { t } = useI18n()
  const { subtotal, discount, promoDiscount, deliveryFee, bonusAmount, bonusReturned, total, vat, refunded } = amounts
  const rows: [string, string][] = [
    [t('orders.receipt.goods'), money(subtotal - discount)],
    ...(promoDiscount > 0 ? [[t('orders.amounts.promoOf', { code: promoCode ?? '' }), money(-promoDiscount)] as [string, string]] : []),
    [t('orders.amounts.delivery'), deliveryFee > 0 ? money(deliveryFee) : t('orders.amounts.free')],
    ...(bonusAmount > 0 ? [[t('orders.amounts.bonuses'), money(-bonusAmount)] as [string, string]] : []),
  ]
  return (
    <dl className="ml-auto grid w-full max-w-sm gap-2 break-inside-avoid border-t border-line-strong pt-4">
      {rows.map(([label, value]) => (
        <Sum key={label} label={label} value={value} />
      ))}
      <div className="flex justify-between gap-4 text-xl font-bold">
        <dt>{t('orders.amounts.total')}</dt>
        <dd className="whitespace-nowrap tabular-nums">{money(total)}</dd>
      </div>
      <Sum label={t('orders.amounts.vat')} value={money(vat)} />
      {refunded > 0 && <Sum label={t('orders.amounts.refunded')} value={money(refunded)} />}
      {bonusReturned > 0 && <Sum label={t('orders.amounts.bonusesBack')} value={money(bonusReturned)} />}
    </dl>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="flex justify-between gap-4 text-[0.9375rem]">
    <dt className="text-muted">{label}</dt>
    <dd className="whitespace-nowrap tabular-nums">{value}</dd>
  </div>
)
