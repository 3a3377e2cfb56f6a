// The button on product cards by which influencers add a product to their lists.

import { lazy, Suspense } from 'react'
import type { ProductCard } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { loadPart } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import { OptionalPart } from '~shared/ui/states'

// The button loads only for bloggers: `lazyPart` would also download it for all others when the browser is idle.
const ListButton = lazy(async () => {
  const [button] = await Promise.all([import('./list-button'), loadPart(localeOf(location.pathname), 'lists')])
  return button
})

/** Button that adds a product to a blogger's lists; renders nothing for others. */
export function AddToList(props: { product: ProductCard; className: string }) {
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  if (!isBlogger) return null
  return (
    <OptionalPart>
      <Suspense>
        <ListButton {...props} />
      </Suspense>
    </OptionalPart>
  )
}
