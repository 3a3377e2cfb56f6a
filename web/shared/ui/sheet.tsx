import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '~shared/i18n/context'
import { Dialog } from './dialog'
import { IconButton } from './button'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog at the bottom of a phone's screen, in the middle of a larger one. */
export function Sheet({ title, open, onClose, children }: Props) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      className="mx-auto mt-auto mb-0 max-h-[92dvh]! w-full overflow-y-auto rounded-t-2xl p-0 shadow-lifted open:slide-up sm:my-auto sm:w-[min(30rem,calc(100vw-2rem))] sm:rounded-2xl"
    >
      <div className="flex items-start justify-between gap-3 pt-3 pr-2 pl-5 sm:pl-6">
        <h2 id={id} className="py-2.5 text-xl wrap-anywhere">
          {title}
        </h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <div className="px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-6">{children}</div>
    </Dialog>
  )
}
