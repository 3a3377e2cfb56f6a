// The stock of a product. Reserved units belong to orders that are not completed; the others are available.
import { Link } from 'react-router'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { textIn } from '~admin/lib/local-text'
import { useCursorPages } from '~admin/lib/use-cursor-pages'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { ProductDetails, StockMovement } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { number } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import { useNow } from '~shared/lib/clock'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { movementsQuery } from './api'
import { MovementForm } from './movement-form'

interface Props {
  product: ProductDetails
  mayWrite: boolean
}

export function StockPanel({ product, mayWrite }: Props) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="stock" className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="stock" className="text-xl">
        {t('adminProducts.stock.title')}
      </h2>
      <Figures product={product} />
      {mayWrite && <MovementForm product={product} />}
      <Movements product={product} />
    </section>
  )
}

function Figures({ product: { stock, reserved, soldCount, sizes, form } }: { product: ProductDetails }) {
  const { t, locale } = useI18n()
  const figures = { available: stock - reserved, reserved, sold: soldCount }
  return (
    <>
      <dl className="grid grid-cols-3 gap-3">
        {(['available', 'reserved', 'sold'] as const).map((name) => (
          <div key={name} className="grid gap-0.5">
            <dt className="text-sm text-muted">{t(`adminProducts.stock.${name}`)}</dt>
            <dd className="text-xl font-bold tabular-nums">{number(figures[name])}</dd>
          </div>
        ))}
      </dl>
      {sizes.length > 0 && (
        <ul className="grid gap-1 text-[0.9375rem]">
          {sizes.map(({ id, stock, reserved }) => (
            <li key={id} className="flex justify-between gap-4">
              <span className="wrap-anywhere">{sizeName(form, id, locale)}</span>
              <span className="whitespace-nowrap text-muted tabular-nums">
                {t('adminProducts.stock.ofSize', { available: stock - reserved, reserved })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A removed size has no name, so its id is shown. */
function sizeName({ sizes }: ProductDetails['form'], id: number, locale: Locale) {
  const name = sizes.find((size) => size.id === id)?.name
  return name ? textIn(locale, name) : `№${id}`
}

function Movements({ product }: { product: ProductDetails }) {
  const { t, locale } = useI18n()
  const pages = useCursorPages<StockMovement>((cursor) => movementsQuery(locale, String(product.id), cursor))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{t('adminProducts.stock.movements')}</h3>
      {pages.hasFailed && <LoadFailure onRetry={pages.retry} />}
      {pages.items.length === 0 && !pages.isLoading && !pages.hasFailed && <p className="text-muted">{t('adminProducts.stock.none')}</p>}
      <ol className="divide-y divide-line">
        {pages.items.map((movement) => (
          <MovementRow key={movement.id} movement={movement} product={product} />
        ))}
      </ol>
      {pages.isLoading && <ListSkeleton rows={2} />}
      {pages.hasMore && !pages.hasFailed && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </div>
  )
}

function MovementRow({ movement, product }: { movement: StockMovement; product: ProductDetails }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const mayReadOrders = useMay()('orders_read')
  const staffName = useStaffName()
  const { at, sizeId, kind, change, stockAfter, operatorId, orderKey, note } = movement
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2.5">
      <p className="font-medium wrap-anywhere">
        {t(`adminProducts.stock.kind.${kind}`)}
        {sizeId !== undefined && <span className="font-normal text-muted"> {sizeName(product.form, sizeId, locale)}</span>}
      </p>
      <p className="text-right font-semibold tabular-nums">
        {change > 0 ? '+' : ''}
        {number(change)}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <time dateTime={at}>{dayAndTime(locale, at, now)}</time>
        {operatorId !== undefined && `, ${staffName(operatorId)}`}
        {orderKey !== undefined && (
          <>
            {', '}
            {mayReadOrders ? (
              <Link to={adminPaths.order(orderKey)} className="underline hover:text-accent-text">
                {orderKey}
              </Link>
            ) : (
              orderKey
            )}
          </>
        )}
      </p>
      <p className="text-right text-sm text-muted tabular-nums">{t('adminProducts.stock.after', { stock: number(stockAfter) })}</p>
      {note && <p className="col-span-2 text-[0.9375rem] wrap-anywhere">{note}</p>}
    </li>
  )
}
