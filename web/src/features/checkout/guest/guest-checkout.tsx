import { CartSummary } from '~/features/basket/components/cart-summary'
import { EmptyCart } from '~/features/basket/components/cart-layout'
import { type Line, lineKey, lineTotal, preparationOf, totals } from '~/features/basket/rules'
import { useBasket } from '~/features/basket/store'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Picture } from '~shared/ui/picture'
import { CheckoutFrame } from '../components/checkout-frame'
import { ContactSection } from './contact-section'

/** The first question of an order, for somebody whom the shop does not know yet. The others follow on the same page. */
export function GuestCheckout() {
  const t = useT()
  const lines = useBasket((state) => state.lines)
  if (lines.length === 0) return <EmptyCart />
  return (
    <CheckoutFrame
      summary={
        <CartSummary
          {...totals(lines)}
          preparationDays={preparationOf(lines.map(({ product }) => product))}
          promo={<Lines lines={lines} />}
        >
          <p className="text-sm text-muted text-pretty">{t('checkout.contact.next')}</p>
        </CartSummary>
      }
    >
      <ContactSection />
    </CheckoutFrame>
  )
}

const Lines = ({ lines }: { lines: Line[] }) => (
  <ul className="grid gap-3">
    {lines.map((line) => (
      <li key={lineKey(line)} className="flex items-center gap-3 text-[0.9375rem]">
        <Picture src={line.product.imageUrl} alt="" sizes="3rem" className="size-12 shrink-0 rounded-md bg-pearl object-cover" />
        <span className="min-w-0 grow wrap-anywhere">
          {line.product.name}
          {line.size && `, ${line.size.name}`} <span className="text-muted tabular-nums">× {line.count}</span>
        </span>
        <span className="font-semibold tabular-nums">{money(lineTotal(line))}</span>
      </li>
    ))}
  </ul>
)
