import { Search } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { Dialog } from '~shared/ui/dialog'
import { Palette } from './palette'

/** Ctrl+K or ⌘K. On a Cyrillic layout, the same key has another letter, so it is recognised by its code. */
const isShortcut = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey !== metaKey && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

const neverChanges = () => () => {}
/** False in the first HTML, which is the same for all devices. */
const useIsApple = () =>
  useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  )

export function PaletteButton() {
  const t = useT()
  const isApple = useIsApple()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  // The key of the history entry changes with every navigation, which closes the dialog.
  const isOpen = openAt === key

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (isOpen) setOpenAt(null)
      // The palette does not open over another dialog, for example the one that asks for the second factor.
      else if (!document.querySelector('dialog[open]')) setOpenAt(key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, key])

  return (
    <>
      <button
        type="button"
        aria-label={t('adminConsole.palette.open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpenAt(key)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-md px-2.5 text-sm font-medium hover:bg-sunken lg:mr-2 lg:min-w-56 lg:justify-start lg:border lg:border-line-strong/60 lg:text-muted"
      >
        <Search aria-hidden className="size-5 lg:size-4.5" />
        <span className="max-lg:hidden">{t('adminConsole.palette.open')}</span>
        <kbd aria-hidden className="ml-auto rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-xs max-lg:hidden">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpenAt(null)}
        label={t('adminConsole.palette.open')}
        className="mx-auto mt-[max(0.75rem,8dvh)] mb-auto max-h-[min(36rem,80dvh)]! w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl p-0 shadow-lifted open:appear"
      >
        <Palette onClose={() => setOpenAt(null)} />
      </Dialog>
    </>
  )
}
