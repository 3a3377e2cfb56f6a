// The buttons that start, undo or cancel an import.
import { useState } from 'react'
import { IfMay } from '~admin/session/access'
import { ConfirmButton } from '~admin/ui/confirm-button'
import type { ProductImport } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { CheckField } from '~shared/ui/fields'
import { useStartImport, useUndoOrCancel } from './api'

/** If rows were refused, the user must first agree to skip them. */
export function Start({ entry, onMap }: { entry: ProductImport; onMap: () => void }) {
  const { t } = useI18n()
  const [skipsRefused, setSkipsRefused] = useState(false)
  const [asDrafts, setAsDrafts] = useState(false)
  const start = useStartImport(entry)
  const count = entry.fresh + entry.changed
  return (
    <div className="grid gap-4">
      {entry.refused > 0 && (
        <CheckField checked={skipsRefused} onChange={({ target }) => setSkipsRefused(target.checked)}>
          {t('adminImports.skip', { count: entry.refused })}
        </CheckField>
      )}
      {entry.fresh > 0 && (
        <CheckField checked={asDrafts} onChange={({ target }) => setAsDrafts(target.checked)}>
          {t('adminImports.asDrafts')}
        </CheckField>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="lg"
          busy={start.isPending}
          disabled={start.isPending || count === 0 || (entry.refused > 0 && !skipsRefused)}
          onClick={() => start.mutate({ skipRefused: skipsRefused, asDrafts })}
        >
          {t('adminImports.start', { count })}
        </Button>
        <Button look="secondary" size="lg" onClick={onMap}>
          {t('adminImports.columns.again')}
        </Button>
        <Cancel entry={entry} />
      </div>
    </div>
  )
}

export function Undo({ entry }: { entry: ProductImport }) {
  const { t } = useI18n()
  const undo = useUndoOrCancel(entry, 'undo')
  return (
    <ConfirmButton
      label={t('adminImports.undo.button')}
      confirm={t('adminImports.undo.yes')}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
    />
  )
}

export function Cancel({ entry }: { entry: ProductImport }) {
  const { t } = useI18n()
  const cancel = useUndoOrCancel(entry, 'cancel')
  return (
    <IfMay permission="products_write">
      <div>
        <ConfirmButton
          label={t('adminImports.cancel.button')}
          confirm={t('adminImports.cancel.yes')}
          isBusy={cancel.isPending}
          look="quiet"
          onConfirm={() => cancel.mutate()}
        />
      </div>
    </IfMay>
  )
}
