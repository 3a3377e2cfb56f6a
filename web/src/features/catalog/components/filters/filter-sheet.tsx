// The dialog with the filters on narrow screens.

import { X } from 'lucide-react'
import type { Field } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { Button, ButtonLink, IconButton } from '~shared/ui/button'
import type { Listing } from '~/features/catalog/listing'
import Filters from './filters'

interface FilterSheetProps {
  titleId: string
  listing: Listing
  facets: Field[]
  total: number
  isBusy: boolean
  /** The address without filters, if any are set. */
  cleared: URLSearchParams | undefined
  onClose: () => void
}

export default function FilterSheet({ titleId, listing, facets, total, isBusy, cleared, onClose }: FilterSheetProps) {
  const t = useT()
  return (
    <div className="flex max-h-[88dvh] flex-col">
      <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="grow text-lg">
          {t('catalog.filters.title')}
        </h2>
        {cleared && (
          <ButtonLink to={`?${cleared}`} preventScrollReset look="quiet">
            {t('catalog.filters.clear')}
          </ButtonLink>
        )}
        <IconButton label={t('common.close')} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <div className="overflow-y-auto overscroll-contain px-5 py-5">
        <Filters listing={listing} facets={facets} />
      </div>
      <div className="border-t border-line p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button size="lg" className="w-full" busy={isBusy} onClick={onClose}>
          {total === 0 ? t('deferred.filters.none') : t('deferred.filters.show', { count: total, n: number(total) })}
        </Button>
      </div>
    </div>
  )
}
