import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SearchBox } from '~/features/search/components/search-box'
import { useT } from '~/i18n/context'
import { Dialog } from '~/ui/dialog'
import { IconButton } from '~/ui/icon-button'
import { overlay, useOverlay } from './ui-flags'
import { useBackCloses } from './use-back-closes'

/** Searching on a phone takes the whole screen. */
export function SearchPanel() {
  const t = useT()
  const isOpen = useOverlay((state) => state.open === 'search')
  useBackCloses('search', isOpen, overlay.close)
  return (
    <Dialog open={isOpen} onClose={overlay.close} label={t('common.search.label')} className="m-0 size-full p-0">
      <PanelContent />
    </Dialog>
  )
}

function PanelContent() {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <SearchBox
      place="panel"
      inputRef={input}
      leading={
        <IconButton label={t('common.close')} onClick={overlay.close}>
          <ArrowLeft aria-hidden className="size-5.5" />
        </IconButton>
      }
    />
  )
}
