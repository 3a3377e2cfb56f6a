// The filters' column on wide screens, and their dialog on narrow ones.

import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useId, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '~/lib/lazy-part'
import type { Field } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { Skeleton } from '~shared/ui/states'
import type { Listing } from '../listing'

/** False on the server and in the first render, so that both agree. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

const Filters = lazyPart(() => import('./filters/filters'), 'deferred')

/** Its code loads after the products. */
export function FilterColumn(props: { listing: Listing; facets: Field[] }) {
  const t = useT()
  const isWide = useMedia('(min-width: 64rem)')
  return (
    <aside
      aria-label={t('catalog.filters.title')}
      className="sticky top-36 hidden max-h-[calc(100dvh-10rem)] overflow-y-auto overscroll-contain px-1 pb-4 lg:block"
    >
      {isWide ? (
        <Suspense fallback={<FilterSkeleton />}>
          <Filters {...props} />
        </Suspense>
      ) : (
        <FilterSkeleton />
      )}
    </aside>
  )
}

const SKELETON_WIDTHS = ['w-2/3', 'w-4/5', 'w-1/2', 'w-3/4', 'w-3/5', 'w-2/3', 'w-1/2', 'w-4/5']

function FilterSkeleton() {
  return (
    <div className="grid gap-6 py-1">
      {SKELETON_WIDTHS.map((width, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

const Sheet = lazyPart(() => import('./filters/filter-sheet'), 'deferred')

interface FilterButtonProps {
  listing: Listing
  facets: Field[]
  total: number
  count: number
  isBusy: boolean
  /** The address without filters. */
  cleared: URLSearchParams
}

export function FilterButton({ count, cleared, ...rest }: FilterButtonProps) {
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
