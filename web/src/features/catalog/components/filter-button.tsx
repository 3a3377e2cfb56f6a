import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { Field } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { Button } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import type { Listing } from '../listing'

const Sheet = lazyPart(() => import('./filters/filter-sheet'), 'around')

interface Props {
  listing: Listing
  facets: Field[]
  total: number
  /** How many filters are chosen. */
  count: number
  isBusy: boolean
  cleared: URLSearchParams
}

/** Opens the filters where there is no room for them beside the list. */
export function FilterButton({ count, cleared, ...rest }: Props) {
  const t = useT()
  const title = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" className="lg:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {t('catalog.filters.title')}
        {count > 0 && <span className="grid size-5.5 place-items-center rounded-full bg-accent text-xs text-on-accent">{count}</span>}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        labelledBy={title}
        className="mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-xl rounded-t-2xl p-0 open:slide-up"
      >
        <Suspense fallback={<div className="h-[70dvh]" />}>
          <Sheet titleId={title} onClose={close} cleared={count > 0 ? cleared : undefined} {...rest} />
        </Suspense>
      </Dialog>
    </>
  )
}
