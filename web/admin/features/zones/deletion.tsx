import { useEffect, useRef, useState } from 'react'
import { failureText } from '~shared/api/failure'
import type { DeskZone } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { useDeleteZone } from './api'

/** The server refuses to delete a zone with orders. */
export function Deletion({ zone, onDeleted }: { zone: DeskZone; onDeleted: () => void }) {
  const { t, locale } = useI18n()
  const [isConfirming, setConfirming] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const name = zone.title[locale]
  const { mutate, isPending, error } = useDeleteZone(zone.id, () => {
    toast.good(t('adminZones.delete.done', { name }))
    onDeleted()
  })
  useEffect(() => {
    if (isConfirming) box.current?.focus()
  }, [isConfirming])

  return (
    <div className="grid justify-items-start gap-3">
      {error && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
          {failureText(t, error)}
        </p>
      )}
      {isConfirming ? (
        <div
          ref={box}
          tabIndex={-1}
          role="group"
          aria-label={t('adminZones.delete.button')}
          className="grid gap-3 rounded-lg bg-warn-soft p-4 outline-none"
        >
          <p className="text-pretty">{t('adminZones.delete.sure', { name, count: zone.places.length })}</p>
          <div className="flex flex-wrap gap-2">
            <Button busy={isPending} disabled={isPending} onClick={() => mutate(undefined, { onSettled: () => setConfirming(false) })}>
              {t('adminZones.delete.yes')}
            </Button>
            <Button look="secondary" disabled={isPending} onClick={() => setConfirming(false)}>
              {t('adminZones.cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <Button look="quiet" onClick={() => setConfirming(true)}>
          {t('adminZones.delete.button')}
        </Button>
      )}
    </div>
  )
}
