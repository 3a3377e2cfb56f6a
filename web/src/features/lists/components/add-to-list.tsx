import { lazy, Suspense } from 'react'
import type { ProductCard } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { loadPart } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import { OptionalPart } from '~shared/ui/states'

// `lazyPart` would download the button for every visitor when the browser is idle.
const ListButton = lazy(async () => {
  const [button] = await Promise.all([import('./list-button'), loadPart(localeOf(location.pathname), 'lists')])
  return button
})

/** Adds a product to a blogger's lists. Renders nothing for others. */
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
