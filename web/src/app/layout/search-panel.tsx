import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTree } from '~/features/catalog/queries'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { Dialog } from '~/ui/dialog'
import { IconButton } from '~/ui/icon-button'
import { SearchForm } from './search-form'
import { overlay, useOverlay } from './ui-flags'

export function SearchPanel() {
  const t = useT()
  const isOpen = useOverlay((state) => state.open === 'search')
  return (
    <Dialog open={isOpen} onClose={overlay.close} label={t('common.search.label')} className="m-0 w-full rounded-b-2xl p-0 open:appear">
      <PanelContent />
    </Dialog>
  )
}

function PanelContent() {
  const t = useT()
  const tree = useTree()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="grid gap-4 p-4">
      <div className="flex items-center gap-1">
        <SearchForm inputRef={input} onSearch={overlay.close} />
        <IconButton label={t('common.close')} className="-mr-2" onClick={overlay.close}>
          <X aria-hidden className="size-5.5" />
        </IconButton>
      </div>
      <ul className="flex flex-wrap gap-2 pb-2">
        {tree.map(({ id, name, slug }) => (
          <li key={id}>
            <Link
              to={paths.category(slug)}
              className="inline-flex min-h-11 items-center rounded-full bg-sunken px-4 text-[0.9375rem] font-medium"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
