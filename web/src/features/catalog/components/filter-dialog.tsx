import { SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Field } from '~/api/types'
import { useT } from '~/i18n/context'
import { number } from '~/i18n/format'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { IconButton } from '~/ui/icon-button'
import { chipsOf } from './filter-chips'
import { Filters } from './filters'

/** The filters on a phone: a sheet from below that shows at once how many products are left. */
export function FilterDialog({ facets, total }: { facets: Field[]; total: number }) {
  const t = useT()
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const [search] = useSearchParams()
  const chosen = chipsOf(t, search, facets).length
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" className="lg:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {t('catalog.filters.title')}
        {chosen > 0 && <span className="grid size-5.5 place-items-center rounded-full bg-accent text-xs text-on-accent">{chosen}</span>}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        labelledBy={title}
        className="mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-xl rounded-t-2xl p-0 open:slide-up"
      >
        <div className="flex max-h-[88dvh] flex-col">
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
            <h2 id={title} className="text-lg">
              {t('catalog.filters.title')}
            </h2>
            <IconButton label={t('common.close')} onClick={close}>
              <X aria-hidden className="size-5" />
            </IconButton>
          </div>
          <div className="overflow-y-auto px-5 py-5">
            <Filters facets={facets} />
          </div>
          <div className="border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            <Button size="lg" className="w-full" onClick={close}>
              {t('catalog.filters.show', { count: total, n: number(total) })}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
