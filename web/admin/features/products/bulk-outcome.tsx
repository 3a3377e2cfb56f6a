// Shows what a change of many products has done, or what it would do.
import { textIn } from '~admin/lib/local-text'
import type { ProductsChange } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'

/** The reasons for refusing a product that have a text. */
const REFUSALS = [
  'field_in_use',
  'not_lower',
  'out_of_range',
  'product_changed',
  'product_has_sizes',
  'product_is_draft',
  'product_not_found',
  'store_closed',
] as const

export function Outcome({ result, valueText }: { result: ProductsChange; valueText: (value: string) => string }) {
  const { t, locale } = useI18n()
  const { affected, unchanged, samples, refused, refusedCount } = result
  const codes = [...new Set(refused.map(({ code }) => code))]
  return (
    <div role="status" className="grid gap-3">
      <p className="font-semibold">{t(`adminProducts.bulk.${headlineOf(result)}`, { count: affected })}</p>
      {unchanged > 0 && <p className="text-muted">{t('adminProducts.bulk.unchanged', { count: unchanged })}</p>}
      {samples.length > 0 && (
        <ul className="grid gap-1 text-[0.9375rem]">
          {samples.slice(0, 5).map((sample) => (
            <li key={sample.id} className="flex flex-wrap gap-x-3">
              <span className="min-w-0 grow wrap-anywhere">{textIn(locale, sample.name)}</span>
              <span className="text-muted tabular-nums">
                {valueText(sample.before)} → {valueText(sample.after)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {refusedCount > 0 && (
        <div className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p className="font-medium">{t('adminProducts.bulk.refused', { count: refusedCount })}</p>
          <ul>
            {codes.map((code) => {
              const known = REFUSALS.find((candidate) => candidate === code)
              return <li key={code}>{known ? t(`adminProducts.bulk.code.${known}`) : code}</li>
            })}
          </ul>
        </div>
      )}
    </div>
  )
}

function headlineOf({ id, isUndone }: ProductsChange) {
  if (isUndone) return 'undone'
  // A preview has no id.
  return id === undefined ? 'wouldChange' : 'changed'
}
