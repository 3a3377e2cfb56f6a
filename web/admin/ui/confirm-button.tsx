import { useState } from 'react'
import { useT } from '~shared/i18n/context'
import { Button, type Look } from '~shared/ui/button'

interface Props {
  label: string
  /** The object of the action, for its accessible name only. */
  of?: string
  /** The label of the second button, which acts. */
  confirm: string
  isBusy: boolean
  look?: Look
  onConfirm: () => void
}

/** For actions that should not happen by mistake: a press shows two buttons, one that acts and one that cancels. */
export function ConfirmButton({ label, of, confirm, isBusy, look = 'secondary', onConfirm }: Props) {
  const t = useT()
  const [isConfirming, setConfirming] = useState(false)
  if (!isConfirming && !isBusy)
    return (
      <Button look={look} onClick={() => setConfirming(true)}>
        {label}
        {of && <span className="sr-only">: {of}</span>}
      </Button>
    )
  return (
    <span role="group" aria-label={of ? `${label}: ${of}` : label} className="inline-flex flex-wrap gap-2">
      <Button
        busy={isBusy}
        disabled={isBusy}
        onClick={() => {
          setConfirming(false)
          onConfirm()
        }}
      >
        {confirm}
      </Button>
      <Button look="quiet" onClick={() => setConfirming(false)}>
        {t('adminStaff.cancel')}
      </Button>
    </span>
  )
}
