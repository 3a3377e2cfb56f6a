// The ordered products, the promo code and the amounts, beside the checkout.

import { Link } from 'react-router'
import { FreeDelivery, SumRow, TotalRow } from '~/features/basket/components/cart-summary'
import { keyOf } from '~/features/basket/rules'
import { useCartChange } from '~/features/basket/use-cart-change'
import { ReturnPromise } from '~/features/promises/return-promise'
import type { CartItem, CheckedCart } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { Skeleton } from '~shared/ui/states'
import { useCheckout } from '../use-checkout'
import { OrderButton } from './checkout-frame'
import { PromoField } from './promo-field'

/** A longer list of products scrolls. */
const MAX_VISIBLE_LINES = 3

export function OrderSummary() {
  const t = useT()
  const { checked } = useCheckout().check
  return (
    <aside
      aria-label={t('cart.summary')}
      // A long list scrolls inside, so that costs and button stay visible.
      className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto lg:[&>*:not(#basket)]:shrink-0"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{t('checkout.yourOrder')}</h2>
        <Link to={paths.cart()} className="-my-2 inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
          {t('checkout.change.link')}
        </Link>
      </div>
      {checked ? <SummaryContent checked={checked} /> : <Skeleton className="h-72 w-full rounded-lg" />}
      <div className="hidden gap-3 lg:grid">
        <OrderButton />
        <ReturnPromise className="text-sm text-muted text-pretty" />
      </div>
    </aside>
  )
}

/** Shows the cart as the server has checked it. The amounts are pale while a newer check runs. */
function SummaryContent({ checked }: { checked: CheckedCart }) {
  const t = useT()
  const { check, address, obstacleIn, droppedPromo } = useCheckout()
  const { subtotal, discount, freeDeliveryFrom, promo } = checked
  const goods = subtotal - discount
  const isFarFromFree = freeDeliveryFrom !== undefined && goods < freeDeliveryFrom
  return (
    <>
      <div
        id="basket"
        // A long list can also be scrolled by keyboard.
        {...(checked.lines.length > MAX_VISIBLE_LINES
          ? { tabIndex: 0, role: 'group', 'aria-label': t('checkout.yourOrder') }
          : { tabIndex: -1 })}
        className="-mx-1.5 px-1.5 outline-offset-0 lg:min-h-28 lg:overflow-y-auto"
      >
        <OrderLines lines={checked.lines} />
      </div>
      {isFarFromFree && <FreeDelivery total={goods} from={freeDeliveryFrom} />}
      <PromoField
        isPending={!check.isCurrent && !check.isFailed}
        problem={obstacleIn('promo') ?? droppedPromo?.text}
        dropped={droppedPromo?.code}
        note={promo && t('cart.promo.off', { price: money(promo.discount) })}
      />
      <div aria-busy={!check.isCurrent} className={check.isCurrent ? undefined : 'opacity-60 transition-opacity delay-150'}>
        <Amounts checked={checked} hasAddress={address !== undefined} />
      </div>
      {/* Screen readers announce a changed total. */}
      <p role="status" className="sr-only">
        {t('cart.total')}: {money(checked.total)}
      </p>
    </>
  )
}

function Amounts({ checked, hasAddress }: { checked: CheckedCart; hasAddress: boolean }) {
  const t = useT()
  const { subtotal, discount, promoDiscount, deliveryFee, total, vat } = checked
  const delivery = deliveryFee > 0 ? money(deliveryFee) : t('checkout.free')
  return (
    <dl className="grid gap-2.5 text-[0.9375rem]">
      <SumRow label={t('cart.subtotal')} value={money(subtotal)} />
      {discount > 0 && <SumRow label={t('cart.discount')} value={money(-discount)} isGood />}
      {promoDiscount > 0 && <SumRow label={t('cart.promo.label')} value={money(-promoDiscount)} isGood />}
      {hasAddress && <SumRow label={t('checkout.delivery.fee')} value={delivery} isGood={deliveryFee === 0} />}
      <TotalRow label={t('cart.total')} value={money(total)} note={vat > 0 ? t('checkout.vat', { price: money(vat) }) : undefined} />
    </dl>
  )
}

function OrderLines({ lines }: { lines: CartItem[] }) {
  const t = useT()
  return (
    <ul className="grid gap-3.5">
      {lines.map((line) => (
        <li key={keyOf(line.productId, line.sizeId)} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-x-3.5 gap-y-1.5">
          <div className="relative aspect-square rounded-md bg-pearl">
            {line.product && <Picture src={line.product.imageUrl} alt="" sizes="56px" className="size-full rounded-md object-cover" />}
          </div>
          <div className="text-[0.9375rem]">
            <p className="wrap-anywhere">
              {line.product?.name ?? t('cart.gone')}
              {line.size && `, ${line.size.name}`}
            </p>
            <p className="text-sm text-muted tabular-nums">{t('checkout.count', { count: line.count })}</p>
            {line.previousPrice !== undefined && (
              <p className="text-sm font-medium text-warn">{t('cart.priceWas', { price: money(line.previousPrice) })}</p>
            )}
          </div>
          <p className="text-[0.9375rem] font-medium tabular-nums">{money(line.lineTotal)}</p>
          {line.problem && <Remedy line={line} />}
        </li>
      ))}
    </ul>
  )
}

/** Says why a line cannot be ordered, and reduces or removes it. */
function Remedy({ line }: { line: CartItem }) {
  const t = useT()
  const { mutate, isPending } = useCartChange()
  const { productId, sizeId, available, problem, product } = line
  const canReduce = problem === 'not_enough_stock' && available > 0
  const fix = () =>
    canReduce ? mutate({ kind: 'update', productId, sizeId, count: available }) : mutate({ kind: 'remove', productId, sizeId })
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-bad-soft py-0.5 pr-0.5 pl-3 text-sm font-medium text-bad">
      <p className="py-1.5">{lineText(t, line)}</p>
      <button
        type="button"
        disabled={isPending}
        onClick={fix}
        className="min-h-11 rounded-md px-3 font-semibold underline underline-offset-2 disabled:opacity-55"
      >
        {canReduce ? t('checkout.take', { count: available }) : t('checkout.leaveOut')}
        <span className="sr-only">: {product?.name ?? t('cart.gone')}</span>
      </button>
    </div>
  )
}
