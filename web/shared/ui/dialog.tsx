import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  open: boolean
  onClose: () => void
  labelledBy?: string
  label?: string
  className?: string
  children: ReactNode
}

/** Traps the focus, closes on Escape and on a click outside, and restores the focus. */
export function Dialog({ open, onClose, labelledBy, label, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard closes it with Escape
    <dialog
      ref={ref}
      data-locks
      aria-labelledby={labelledBy}
      aria-label={label}
      className={clsx('max-h-none max-w-none bg-surface text-ink', className)}
      // The late event of a dialog closed from outside must not close its successor.
      onClose={() => open && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      {open && children}
    </dialog>
  )
}
