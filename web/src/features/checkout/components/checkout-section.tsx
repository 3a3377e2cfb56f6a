import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Place } from '../troubles'
import { useCheckout } from '../use-checkout'

interface Props {
  place: Place
  title: string
  children: ReactNode
}

/** One thing to say about the order, and what is wrong with it where it is said. */
export function CheckoutSection({ place, title, children }: Props) {
  const id = useId()
  const trouble = useCheckout().troubleOf(place)
  return (
    <section
      id={place}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={trouble ? `${id}-note` : undefined}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      {trouble && (
        <p id={`${id}-note`} className="flex items-start gap-2 rounded-lg bg-bad-soft px-3.5 py-2.5 text-[0.9375rem] font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {trouble}
        </p>
      )}
      {children}
    </section>
  )
}
