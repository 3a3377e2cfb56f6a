import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useT } from '~shared/i18n/context'
import emptyBasket from '~/assets/pictures/empty-basket.webp'
import { focusHeading } from '~/lib/focus-heading'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

interface CartLayoutProps {
  count: number
  notice?: ReactNode
  onClear: () => void
  children: ReactNode
  summary: ReactNode
}

export function CartLayout({ count, notice, onClear, children, summary }: CartLayoutProps) {
  const t = useT()
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
          {t('cart.title')}
        </h1>
        <p className="text-muted">{t('cart.units', { count })}</p>
        <button
          type="button"
          onClick={onClear}
          className="ml-auto inline-flex min-h-11 items-center gap-2 text-[0.9375rem] font-semibold text-muted hover:text-accent-text"
        >
          <Trash2 aria-hidden className="size-4" />
          {t('cart.clear')}
        </button>
      </div>
      {notice}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
        <ul className="divide-y divide-line border-b border-line">{children}</ul>
        {summary}
      </div>
    </>
  )
}

/** The focused button disappears with the last line. With `hasFocus`, the heading takes the focus. */
export function EmptyCart({ hasFocus = false }: { hasFocus?: boolean }) {
  const t = useT()
  useEffect(() => {
    if (hasFocus) focusHeading()
  }, [hasFocus])
  return (
    <EmptyState picture={emptyBasket} title={t('cart.empty.title')} text={t('cart.empty.text')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}
