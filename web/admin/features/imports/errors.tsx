import { Download } from 'lucide-react'
import { targetLabel } from './labels'
import type { ImportError, ProductImport } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { useImportErrors, useSaveFile } from './api'

export function ImportErrors({ entry }: { entry: ProductImport }) {
  const t = useT()
  const { errors, isLoading, hasFailed, hasMore, more, retry } = useImportErrors(entry.id)
  const file = useSaveFile(`/admin/imports/${entry.id}/errors.csv`, `import-${entry.id}.csv`)
  if (hasFailed) return <LoadFailure onRetry={retry} />
  return (
    <section aria-labelledby="errors" className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="errors" className="text-xl">
          {t('adminImports.errors.title')}
        </h2>
        <Button look="secondary" busy={file.isPending} disabled={file.isPending} onClick={() => file.mutate()}>
          <Download aria-hidden className="size-4.5" />
          {t('adminImports.errors.csv')}
        </Button>
      </div>
      {errors.length > 0 && (
        <table className="w-full text-left text-[0.9375rem]">
          <thead className="text-sm text-muted max-sm:sr-only">
            <tr>
              <th scope="col" className="w-20 py-2 font-medium">
                {t('adminImports.errors.line')}
              </th>
              <th scope="col" className="py-2 font-medium">
                {t('adminImports.errors.column')}
              </th>
              <th scope="col" className="py-2 font-medium">
                {t('adminImports.errors.reason')}
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <Row key={`${error.line} ${error.field} ${error.code}`} error={error} />
            ))}
          </tbody>
        </table>
      )}
      {isLoading && <ListSkeleton />}
      {hasMore && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </section>
  )
}

function Row({ error: { line, column, field, code, details } }: { error: ImportError }) {
  const t = useT()
  return (
    <tr className="border-t border-line align-top max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-3 max-sm:py-2">
      <td className="py-2 tabular-nums max-sm:py-0">
        <span className="sm:hidden">{t('adminImports.errors.line')} </span>
        {line}
      </td>
      <td className="py-2 pr-3 font-semibold wrap-anywhere max-sm:py-0">{column || (field && targetLabel(t, field)) || '—'}</td>
      <td className="py-2 wrap-anywhere max-sm:col-span-2 max-sm:py-0">
        {errorText(t, code)}
        {details && <span className="text-muted"> · {details}</span>}
      </td>
    </tr>
  )
}

/** The error codes that have a text. */
const CODES = [
  'category_not_found',
  'changed_since_check',
  'duplicate',
  'formula',
  'invalid',
  'invalid_characters',
  'invalid_link',
  'invalid_period',
  'invalid_xml',
  'no_lines',
  'not_a_row',
  'not_json',
  'not_lower',
  'not_utf8',
  'out_of_range',
  'product_has_sizes',
  'required',
  'store_not_found',
  'too_long',
  'too_many',
  'too_many_columns',
  'too_many_decimals',
  'unknown_field',
  'unknown_value',
  'unpacked_too_large',
  'unreadable_file',
  'wrong_type',
  'xml_entity',
] as const

/** Returns the text of an error of a line or of the whole file. An unknown code is shown itself. */
export function errorText(t: ReturnType<typeof useT>, code: string) {
  const known = CODES.find((candidate) => candidate === code)
  return known ? t(`adminImports.code.${known}`) : code
}
