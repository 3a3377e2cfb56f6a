import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { methodOf } from '../rules'
import type { CheckoutSectionName } from '../obstacles'
import { useCheckout } from '../use-checkout'

export function CheckoutFrame({ children, summary }: { children: ReactNode; summary: ReactNode }) {
  const t = useT()
  return (
    <>
      <h1 tabIndex={-1} className="mt-5 mb-5 text-3xl sm:text-4xl">
        {t('checkout.title')}
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
        {summary}
      </div>
    </>
  )
}

interface CheckoutSectionProps {
  name: CheckoutSectionName
  title: string
  children: ReactNode
}

export function CheckoutSection({ name, title, children }: CheckoutSectionProps) {
  const id = useId()
  const obstacle = useCheckout().obstacleIn(name)
  return (
    <section
      id={name}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={obstacle ? `${id}-note` : undefined}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      {obstacle && (
        <p id={`${id}-note`} className="flex items-start gap-2 rounded-lg bg-bad-soft px-3.5 py-2.5 text-[0.9375rem] font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {obstacle}
        </p>
      )}
      {children}
    </section>
  )
}

/** Shows the total once the cart is checked. */
export function OrderButton() {
  const t = useT()
  const { choices, check, isPlacing, isBusy, order } = useCheckout()
  const actionText = methodOf(choices) === 'cash' ? t('checkout.order') : t('checkout.pay')
  const actionWithTotal = check.checked ? `${actionText} · ${money(check.checked.total)}` : actionText
  return (
    <Button size="lg" className="w-full px-4! tabular-nums" busy={isBusy} disabled={isBusy} onClick={order}>
      {isPlacing ? t('checkout.placing') : actionWithTotal}
    </Button>
  )
}
