// Sets how many orders a delivery window (hours in which a zone is served) takes on one day.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DayWindow } from '~admin/features/deliveries/api'
import { useMay } from '~admin/session/access'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { TextField } from '~shared/ui/fields'
import { toast } from '~shared/ui/toast-store'
import { saveCapacity, useRefreshZones } from './api'

/** `name` says for screen readers which window it is. */
export function Capacity({ window, name }: { window: DayWindow; name: string }) {
  const { t } = useI18n()
  const isEditable = useMay()('rules_write')
  const [isOpen, setOpen] = useState(false)
  const { slotId, version, usualCapacity } = window
  // Without a usual capacity, the zone no longer has this window, so it takes no new orders.
  if (!isEditable || usualCapacity === undefined) return null
  if (isOpen) return <Editor key={`${slotId} ${version}`} window={window} name={name} onClose={() => setOpen(false)} />
  return (
    <Button look="quiet" className="print:hidden" aria-label={`${t('adminZones.capacity.button')}: ${name}`} onClick={() => setOpen(true)}>
      {t('adminZones.capacity.button')}
    </Button>
  )
}

interface EditorProps {
  window: DayWindow
  name: string
  onClose: () => void
}

/** An empty field sets the usual capacity of the zone. The server refuses a capacity below the number of booked orders. */
function Editor({ window: { slotId, capacity, usualCapacity = 0, version }, name, onClose }: EditorProps) {
  const { t, locale } = useI18n()
  const refresh = useRefreshZones()
  const [typed, setTyped] = useState(capacity === usualCapacity ? '' : String(capacity))
  const field = useRef<HTMLInputElement>(null)
  const isNumber = /^\d{0,5}$/.test(typed.trim())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveCapacity(locale, slotId, typed.trim() === '' ? null : Number(typed), version),
    onSuccess: () => {
      toast.good(t('adminZones.capacity.saved'))
      onClose()
    },
    onSettled: refresh,
  })
  const failure = error === null ? undefined : failureText(t, error)
  const problem = isNumber ? failure : t('errors.fields.out_of_range')
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      noValidate
      aria-label={`${t('adminZones.capacity.button')}: ${name}`}
      className="grid w-full gap-3 rounded-lg bg-sunken p-4 sm:max-w-md print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNumber) mutate()
      }}
    >
      <TextField
        ref={field}
        label={t('adminZones.capacity.label')}
        hint={t('adminZones.capacity.usual', { count: usualCapacity })}
        error={problem}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} disabled={isPending}>
          {t('adminZones.capacity.save')}
        </Button>
        <Button look="secondary" disabled={isPending} onClick={onClose}>
          {t('adminZones.cancel')}
        </Button>
      </div>
    </form>
  )
}
