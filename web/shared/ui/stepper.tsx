import { Minus, Plus, Trash2 } from 'lucide-react'

interface Props {
  count: number
  max?: number | undefined
  labels: { group: string; less: string; more: string; remove: string }
  onLess: () => void
  onMore: () => void
}

/** One less at a count of one takes the line away, and says so. */
export function Stepper({ count, max, labels, onLess, onMore }: Props) {
  const button = 'grid size-11 place-items-center rounded-md text-ink hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent'
  const Less = count > 1 ? Minus : Trash2
  return (
    <div role="group" aria-label={labels.group} className="inline-flex items-center rounded-lg border border-line bg-surface">
      <button type="button" aria-label={count > 1 ? labels.less : labels.remove} className={button} onClick={onLess}>
        <Less aria-hidden className="size-4.5" />
      </button>
      <output className="min-w-8 text-center font-semibold tabular-nums">{count}</output>
      <button type="button" aria-label={labels.more} className={button} onClick={onMore} disabled={max !== undefined && count >= max}>
        <Plus aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
