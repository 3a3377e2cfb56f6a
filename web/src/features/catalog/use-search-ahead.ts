import { useLocation, useNavigation, useSearchParams } from 'react-router'

/**
 * The query of the address as it will be once the navigation under way has arrived. A box that waited for the products would look
 * dead until they come, and a second choice made meanwhile would undo the first.
 */
export function useSearchAhead() {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  // The address ahead has the language in front.
  const isHere = location?.pathname.endsWith(pathname) ?? false
  return [isHere ? new URLSearchParams(location?.search) : search, setSearch] as const
}
