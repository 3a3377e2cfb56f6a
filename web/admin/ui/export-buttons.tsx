// The buttons that download a list of the back office as an Excel or CSV file. `readAll` reads the list.
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Column, csvOf } from '~admin/lib/csv'
import { MAX_ROWS, type Progress, readAll } from '~admin/lib/read-all'
import { saveFile } from '~admin/lib/save-file'
import { xlsxOf } from '~admin/lib/xlsx'
import { failureText } from '~shared/api/failure'
import type { Key } from '~shared/api/query'
import { useI18n } from '~shared/i18n/context'
import { bakuDate } from '~shared/i18n/dates'
import { number } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'

export interface Exported<Item> {
  /** The name of the list in the name of the file. */
  list: string
  columns: Column<Item>[]
}

interface Props<Item> extends Exported<Item> {
  /** The query of the first page, which has the filter. */
  query: { queryKey: Key }
  keyOf: (item: Item) => string | number
}

const FORMATS = ['xlsx', 'csv'] as const
type Format = (typeof FORMATS)[number]

const fileName = (list: string, format: Format) => `sovqat-${list}-${bakuDate(Date.now())}.${format}`

/** Downloads all entries of the current filter. Shows how many entries were read, and the download can be cancelled. */
export function ExportButtons<Item>({ list, query, keyOf, columns }: Props<Item>) {
  const { t, locale } = useI18n()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [message, setMessage] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function download(format: Format) {
    const controller = new AbortController()
    running.current = controller
    setFailure(null)
    setMessage('')
    setProgress({ rows: 0 })
    try {
      const { items, isCut } = await readAll<Item>({ key: query.queryKey, keyOf, signal: controller.signal, onProgress: setProgress })
      const content =
        format === 'xlsx' ? await xlsxOf(columns, items) : new Blob([csvOf(locale, columns, items)], { type: 'text/csv;charset=utf-8' })
      saveFile(fileName(list, format), content)
      const rows = number(isCut ? MAX_ROWS : items.length)
      setMessage(isCut ? t('adminConsole.export.cut', { rows }) : t('adminConsole.export.done', { rows }))
    } catch (error) {
      if (controller.signal.aborted) setMessage(t('adminConsole.export.cancelled'))
      else setFailure(error)
    }
    setProgress(null)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm print:hidden">
      {progress ? (
        <>
          {/* Without a total, the bar has no value, and only shows that something is going on. */}
          <progress
            aria-label={t('adminConsole.export.progress')}
            value={progress.total && progress.rows}
            max={progress.total}
            className="w-32"
          />
          <span className="tabular-nums">{t('adminConsole.export.rows', { rows: number(progress.rows) })}</span>
          <Button look="quiet" onClick={() => running.current?.abort()}>
            {t('adminStaff.cancel')}
          </Button>
        </>
      ) : (
        FORMATS.map((format) => (
          <Button key={format} look="quiet" className="-mr-4.5" onClick={() => void download(format)}>
            <Download aria-hidden className="size-4.5" />
            {t(`adminConsole.export.${format}`)}
          </Button>
        ))
      )}
      <p role="status" className="text-muted">
        {message}
      </p>
      {failure !== null && (
        <p role="alert" className="font-medium text-bad">
          {failureText(t, failure)}
        </p>
      )}
    </div>
  )
}
