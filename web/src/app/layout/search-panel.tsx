import { ArrowLeft } from 'lucide-react'
import { SearchBox } from '~/features/search/components/search-box'
import { useT } from '~shared/i18n/context'
import { Dialog } from '~shared/ui/dialog'
import { IconButton } from '~shared/ui/icon-button'
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

/** A dialog that opens gives the focus to what has this attribute; React's property of that name would come too early. */
const takesFocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')

function PanelContent() {
  const t = useT()
  return (
    <SearchBox
      place="panel"
      inputRef={takesFocus}
      leading={
        <IconButton label={t('common.close')} onClick={overlay.close}>
          <ArrowLeft aria-hidden className="size-5.5" />
        </IconButton>
      }
    />
  )
}
