// The page of one import of products: the file is read, its columns are assigned to values of products (mapping), the rows are checked,
// the products are written, and the result is shown. A finished import can be undone.
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Cancel, Start, Undo } from '~admin/features/imports/actions'
import { isBusy, polledImportQuery } from '~admin/features/imports/api'
import { ImportBadge } from '~admin/features/imports/badge'
import { Columns } from '~admin/features/imports/columns'
import { Counts, Progress } from '~admin/features/imports/counts'
import { errorText, ImportErrors } from '~admin/features/imports/errors'
import { Kept } from '~admin/features/imports/kept'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import type { ProductImport } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t } = useI18n()
  const { id = '' } = useParams()
  return (
    <AdminPage
      needs="products_read"
      title={t('adminImports.one')}
      text={t('adminImports.oneText')}
      action={
        <ButtonLink to={adminPaths.imports()} look="secondary">
          {t('adminImports.back')}
        </ButtonLink>
      }
    >
      <Import key={id} id={id} />
    </AdminPage>
  )
}

function Import({ id }: { id: string }) {
  const { t, locale } = useI18n()
  const { data, isError, error, refetch } = useQuery(polledImportQuery(locale, id))
  if (isNotFound(error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.import_not_found.title')} text={t('adminImports.missingText')}>
        <ButtonLink to={adminPaths.imports()}>{t('adminImports.back')}</ButtonLink>
      </EmptyState>
    )
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const entry = data.data
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-xl font-bold wrap-anywhere">{entry.fileName}</p>
        <ImportBadge entry={entry} />
      </div>
      <Steps entry={entry} />
      {/* The key contains the version, so that a change by another operator starts the form anew. */}
      <Step key={`${entry.version}`} entry={entry} />
    </>
  )
}

const STEPS = ['file', 'columns', 'check', 'run', 'result'] as const

const STEP_OF: Record<ProductImport['state'], (typeof STEPS)[number]> = {
  reading: 'file',
  mapping: 'columns',
  checking: 'check',
  checked: 'check',
  running: 'run',
  done: 'result',
  undoing: 'result',
  undone: 'result',
  cancelled: 'result',
  failed: 'result',
}

function Steps({ entry }: { entry: ProductImport }) {
  const { t } = useI18n()
  const current = STEPS.indexOf(STEP_OF[entry.state])
  return (
    <ol className="flex flex-wrap gap-x-2 gap-y-2 text-sm font-semibold">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={clsx('rounded-full px-3.5 py-1.5', stepClass(index - current))}
        >
          {index + 1}. {t(`adminImports.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

/** `distance` from the current step is negative for a finished one. */
function stepClass(distance: number) {
  if (distance === 0) return 'bg-accent text-on-accent'
  return distance < 0 ? 'bg-good-soft text-good' : 'bg-sunken text-muted'
}

function Step({ entry }: { entry: ProductImport }) {
  /** A checked import returns to the mapping if the user wants to assign the columns again. */
  const [isMapping, setMapping] = useState(entry.state === 'mapping')
  if (isBusy(entry))
    return (
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
        <Progress entry={entry} />
        <Counts entry={entry} />
        {entry.state !== 'undoing' && <Cancel entry={entry} />}
      </div>
    )
  if (isMapping)
    return (
      <IfMay permission="products_write">
        <Columns entry={entry} />
        <Cancel entry={entry} />
      </IfMay>
    )
  if (entry.state === 'checked') return <Checked entry={entry} onMap={() => setMapping(true)} />
  return <Finished entry={entry} />
}

function Checked({ entry, onMap }: { entry: ProductImport; onMap: () => void }) {
  return (
    <>
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
        <Counts entry={entry} />
        <IfMay permission="products_write">
          <Start entry={entry} onMap={onMap} />
        </IfMay>
      </div>
      {entry.refused > 0 && <ImportErrors entry={entry} />}
    </>
  )
}

function Finished({ entry }: { entry: ProductImport }) {
  const { t } = useI18n()
  return (
    <>
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
        {entry.failure && (
          <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
            {errorText(t, entry.failure)}
          </p>
        )}
        {entry.state !== 'failed' && <Counts entry={entry} />}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={adminPaths.products({ sort: 'changed' })} look="secondary">
            {t('adminImports.toProducts')}
          </ButtonLink>
          {entry.canUndo && (
            <IfMay permission="products_write">
              <Undo entry={entry} />
            </IfMay>
          )}
        </div>
        {entry.canUndo && <p className="text-sm text-muted">{t('adminImports.undo.text')}</p>}
      </div>
      {entry.kept > 0 && <Kept entry={entry} />}
      {entry.refused > 0 && <ImportErrors entry={entry} />}
    </>
  )
}
