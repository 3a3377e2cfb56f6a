import { useQuery } from '@tanstack/react-query'
import { useLocale } from '~shared/i18n/context'
import { useIsSignedIn } from '~shared/features/auth/store'
import { countsQuery } from './queries'
import { units } from './rules'
import { useBasket } from './store'

/** The numbers of the header: the server's for signed-in people, the device's for guests. */
export function useCounts() {
  const enabled = useIsSignedIn()
  const { data } = useQuery({ ...countsQuery(useLocale()), enabled })
  const guestUnits = useBasket(({ lines }) => units(lines))
  return enabled ? (data?.data ?? { cartCount: 0, favCount: 0 }) : { cartCount: guestUnits, favCount: 0 }
}
