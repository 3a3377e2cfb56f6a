import { Link } from 'react-router'
import type { CheckedCart } from '~shared/api/types'
import { FreeDelivery } from '~/features/basket/components/free-delivery'
import { ReturnPromise } from '~/features/promises/return-promise'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Skeleton } from '~shared/ui/skeleton'
import { useCheckout } from '../use-checkout'
import { OrderButton } from './order-button'
import { OrderLines } from './order-lines'
import { PromoField } from './promo-field'
import { Sums } from './sums'

const FEW = 3

/** What is ordered and what it costs: beside the page while it is filled in, below it on a phone. */
export function OrderSummary() {
  const t = useT()
  const { checked } = useCheckout().check
  return (
    <aside
      aria-label={t('cart.summary')}
      // A long list of lines scrolls inside: what it costs and the button are always in sight.
      className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto lg:[&>*:not(#basket)]:shrink-0"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{t('checkout.yourOrder')}</h2>
        <Link to={paths.cart()} className="-my-2 inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
          {t('checkout.change.link')}
        </Link>
      </div>
      {checked ? <Ordered checked={checked} /> : <Skeleton className="h-72 w-full rounded-lg" />}
      <div className="hidden gap-3 lg:grid">
        <OrderButton />
        <ReturnPromise className="text-sm text-muted text-pretty" />
      </div>
    </aside>
  )
}

function Ordered({ checked }: { checked: CheckedCart }) {
  const t = useT()
  const { check, address, troubleOf, droppedPromo } = useCheckout()
  const { subtotal, discount, freeDeliveryFrom, promo } = checked
  const goods = subtotal - discount
  const isFarFromFree = freeDeliveryFrom !== undefined && goods < freeDeliveryFrom
  return (
    <>
      <div
        id="basket"
        // Long ones scroll, by keys as well.
        {...(checked.lines.length > FEW ? { tabIndex: 0, role: 'group', 'aria-label': t('checkout.yourOrder') } : { tabIndex: -1 })}
        className="-mx-1.5 px-1.5 outline-offset-0 lg:min-h-28 lg:overflow-y-auto"
      >
        <OrderLines lines={checked.lines} />
      </div>
      {isFarFromFree && <FreeDelivery total={goods} from={freeDeliveryFrom} />}
      <PromoField
        isPending={!check.isCurrent && !check.isFailed}
        trouble={troubleOf('promo') ?? droppedPromo?.text}
        dropped={droppedPromo?.code}
        note={promo && t('cart.promo.off', { price: money(promo.discount) })}
      />
      <div aria-busy={!check.isCurrent} className={check.isCurrent ? undefined : 'opacity-60 transition-opacity delay-150'}>
        <Sums checked={checked} hasAddress={address !== undefined} />
      </div>
      {/* Said by itself when something that was chosen changes it. */}
      <p role="status" className="sr-only">
        {t('cart.total')}: {money(checked.total)}
      </p>
    </>
  )
}
