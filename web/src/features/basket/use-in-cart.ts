import { useQuery } from '@tanstack/react-query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import { cartQuery } from './queries'
import { useBasket } from './store'

/** The ids of the products in the cart, the account's or the guest's. */
export function useInCart(): number[] {
  const isSignedIn = useIsSignedIn()
  const lines = useBasket((state) => state.lines)
  const { data } = useQuery({ ...cartQuery(useLocale()), enabled: isSignedIn })
  if (isSignedIn) return data?.data.items.map(({ productId }) => productId) ?? []
  return lines.map(({ id }) => id)
}
