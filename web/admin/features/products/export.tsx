// Saves the products of the filtered list as a file, which can be imported again. YML is an XML format of marketplaces.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fetchFile } from '~admin/lib/fetch-file'
import { saveFile } from '~admin/lib/save-file'
import type { ProductFilter } from '~admin/paths'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

const FORMATS = [
  { format: 'xlsx', label: 'Excel', extension: 'xlsx' },
  { format: 'csv', label: 'CSV', extension: 'csv' },
  { format: 'yml', label: 'YML', extension: 'xml' },
] as const

export function ExportButtons({ filter: { sort: _sort, direction: _direction, ...filter } }: { filter: ProductFilter }) {
  const { t, locale } = useI18n()
  const file = useMutation({
    mutationFn: ({ format }: (typeof FORMATS)[number]) => fetchFile(locale, '/admin/products/export', { ...filter, format }),
    onSuccess: (content, { extension }) => saveFile(`sovqat-products.${extension}`, content),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  return (
    <div role="group" aria-label={t('adminProducts.export')} className="flex flex-wrap gap-2">
      {FORMATS.map((choice) => {
        const isSaving = file.isPending && file.variables.format === choice.format
        return (
          <Button key={choice.format} look="secondary" busy={isSaving} disabled={file.isPending} onClick={() => file.mutate(choice)}>
            {!isSaving && <Download aria-hidden className="size-4.5" />}
            {choice.label}
          </Button>
        )
      })}
    </div>
  )
}
