import { Link } from 'react-router'
import { FreeDelivery } from '~/features/basket/components/free-delivery'
import { useT } from '~/i18n/context'
import { money } from '~/i18n/format'
import { paths } from '~/lib/paths'
import { Skeleton } from '~/ui/skeleton'
import { useCheckout } from '../use-checkout'
import { OrderButton } from './order-button'
import { OrderLines } from './order-lines'
import { PromoField } from './promo-field'
import { Sums } from './sums'

/** What is ordered and what it costs: beside the page while it is filled in, below it on a phone. */
export function OrderSummary() {
  const t = useT()
  const { check, address, troubleOf } = useCheckout()
  const { checked, isCurrent } = check
  const promoDiscount = checked?.promo?.discount ?? 0
  return (
    <aside
      aria-label={t('cart.summary')}
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 shadow-quiet sm:p-6 lg:sticky lg:top-40 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{t('checkout.yourOrder')}</h2>
        <Link to={paths.cart()} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
          {t('checkout.change.link')}
        </Link>
      </div>
      {checked ? (
        <>
          <div id="basket" tabIndex={-1} className="outline-none">
            <OrderLines lines={checked.lines} />
          </div>
          {checked.freeDeliveryFrom !== undefined && (
            <FreeDelivery total={checked.subtotal - checked.discount} from={checked.freeDeliveryFrom} />
          )}
          <div id="promo">
            <PromoField
              trouble={troubleOf('promo')}
              note={promoDiscount > 0 ? t('cart.promo.off', { price: money(promoDiscount) }) : undefined}
            />
          </div>
          <div aria-busy={!isCurrent} className={isCurrent ? undefined : 'opacity-60 transition-opacity delay-150'}>
            <Sums checked={checked} hasAddress={address !== undefined} />
          </div>
        </>
      ) : (
        <Skeleton className="h-72 w-full rounded-lg" />
      )}
      <div className="hidden gap-3 lg:grid">
        <OrderButton />
        <p className="text-sm text-muted text-pretty">{t('checkout.promise')}</p>
      </div>
    </aside>
  )
}
