import clsx from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Toast, useToasts } from './toast-store'

interface Labels {
  region: string
  close: string
}

/** The live region is rendered before the first message, which screen readers would otherwise miss. */
export function Toaster({ labels }: { labels: Labels }) {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section
      aria-label={labels.region}
      aria-live="polite"
      className="pointer-events-none absolute inset-x-3 top-full z-60 grid justify-items-end gap-2 pt-2 sm:fixed sm:top-5 sm:right-5 sm:left-auto"
    >
      {toasts.map((toast, index) => (
        <ToastItem key={toast.id} toast={toast} close={labels.close} isLast={index === toasts.length - 1} />
      ))}
    </section>
  )
}

const ICONS = { plain: null, good: CircleCheck, bad: CircleAlert }

/** A toast stays while the pointer or the focus is on it. */
function ToastItem({ toast, close, isLast }: { toast: Toast; close: string; isLast: boolean }) {
  const dismiss = useToasts((state) => state.dismiss)
  const [isPaused, setPaused] = useState(false)
  const Icon = ICONS[toast.tone]

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [isPaused, dismiss, toast])

  return (
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={clsx(
        'pointer-events-auto flex w-full max-w-96 appear items-center gap-2.5 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-[0.9375rem] shadow-lifted sm:w-max',
        !isLast && 'max-sm:hidden',
      )}
    >
      {Icon && <Icon aria-hidden className={clsx('size-5 shrink-0', toast.tone === 'good' ? 'text-good' : 'text-bad')} />}
      <p className="grow py-2 font-medium">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className="min-h-11 rounded-md px-3 font-semibold text-accent-text hover:bg-accent-soft"
          onClick={() => {
            toast.action?.run()
            dismiss(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={close}
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
        onClick={() => dismiss(toast.id)}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
