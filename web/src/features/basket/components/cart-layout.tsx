import type { ReactNode } from 'react'
import { useT } from '~/i18n/context'
import emptyBasket from '~/assets/pictures/empty-basket.webp'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

interface Props {
  count: number
  /** What has changed while nobody looked. */
  notice?: ReactNode
  children: ReactNode
  summary: ReactNode
}

export function CartLayout({ count, notice, children, summary }: Props) {
  const t = useT()
  return (
    <>
      <div className="mb-2 flex items-baseline gap-3">
        <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
          {t('cart.title')}
        </h1>
        <p className="text-muted">{t('cart.units', { count })}</p>
      </div>
      {notice}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12">
        <ul className="divide-y divide-line border-b border-line">{children}</ul>
        {summary}
      </div>
    </>
  )
}

export function EmptyCart() {
  const t = useT()
  return (
    <EmptyState picture={emptyBasket} title={t('cart.empty.title')} text={t('cart.empty.text')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}
