import type { ProductImport } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

/** `fresh` counts new products, `same` those that the file does not change, and `refused` lines of the file. */
const COUNTS = ['fresh', 'changed', 'same', 'refused'] as const
/** `kept` counts products that were changed after the import, so that an undo leaves them. */
const UNDONE = ['restored', 'kept'] as const

export function Counts({ entry }: { entry: ProductImport }) {
  const t = useT()
  const isUndone = entry.state === 'undoing' || entry.state === 'undone'
  const shown = [...COUNTS, ...(isUndone ? UNDONE : [])]
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map((name) => (
        <div key={name} className="rounded-lg bg-sunken px-4 py-3">
          <dt className="text-sm text-muted">{t(`adminImports.count.${name}`)}</dt>
          <dd className="text-2xl font-bold tabular-nums">{entry[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Progress({ entry }: { entry: ProductImport }) {
  const t = useT()
  // `done` counts products while an import is undone, and lines of the file otherwise.
  const total = entry.state === 'undoing' ? entry.fresh + entry.changed : entry.total
  const label = t(`adminImports.state.${entry.state}`)
  return (
    <div className="grid gap-2" role="status">
      <p className="flex justify-between gap-4 font-semibold">
        <span>{label}…</span>
        {total > 0 && (
          <span className="tabular-nums">
            {entry.done} / {total}
          </span>
        )}
      </p>
      <progress
        aria-label={label}
        className="h-3 w-full accent-accent"
        max={Math.max(total, 1)}
        {...(total > 0 && { value: Math.min(entry.done, total) })}
      />
    </div>
  )
}
