import clsx from 'clsx'
import type { ProductState } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const TONES: Record<ProductState, string> = {
  draft: 'bg-sky text-ink',
  published: 'bg-good-soft text-good',
  withdrawn: 'bg-sunken text-muted',
}

export function StateBadge({ state }: { state: ProductState }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold whitespace-nowrap', TONES[state])}>
      {t(`adminProducts.state.${state}`)}
    </span>
  )
}
