// The checkout of a guest. The first section signs the guest in, then the other sections follow on the same page.

import { EmptyCart } from '~/features/basket/components/cart-layout'
import { CartSummary } from '~/features/basket/components/cart-summary'
import { type Line, lineKey, lineTotal, preparationOf, totals } from '~/features/basket/rules'
import { useGuestLines } from '~/features/basket/use-guest-lines'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Picture } from '~shared/ui/picture'
import { CheckoutFrame } from '../components/checkout-frame'
import { ContactSection } from './contact-section'

export function GuestCheckout() {
  const t = useT()
  const lines = useGuestLines()
  if (lines.length === 0) return <EmptyCart />
  return (
    <CheckoutFrame
      summary={
        <CartSummary
          {...totals(lines)}
          preparationDays={preparationOf(lines.map(({ product }) => product))}
          promo={<GuestLines lines={lines} />}
        >
          <p className="text-sm text-muted text-pretty">{t('checkout.contact.next')}</p>
        </CartSummary>
      }
    >
      <ContactSection />
    </CheckoutFrame>
  )
}

const GuestLines = ({ lines }: { lines: Line[] }) => (
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
