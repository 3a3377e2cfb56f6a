import clsx from 'clsx'
import type { ProductImport } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { isBusy } from './api'

const lookOf = (entry: ProductImport) => {
  if (entry.state === 'done') return 'bg-good-soft text-good'
  if (entry.state === 'failed') return 'bg-bad-soft text-bad'
  return isBusy(entry) ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-muted'
}

export function ImportBadge({ entry }: { entry: ProductImport }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold whitespace-nowrap', lookOf(entry))}>
      {t(`adminImports.state.${entry.state}`)}
    </span>
  )
}
