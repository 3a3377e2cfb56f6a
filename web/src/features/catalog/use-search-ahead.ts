import { useEffect } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'

type Change = (search: URLSearchParams) => URLSearchParams

/** What was asked for last, and on which entry of the history, until React shows it: everybody's, for a sort may follow a filter. */
let asked: { on: string; search: URLSearchParams } | undefined

/**
 * The query of the address as it will be once the navigation under way has arrived, and how to change it. A box that waited for the
 * products would look dead until they come, and a second choice made meanwhile would undo the first; so would one that is made before
 * React has drawn the first.
 */
export function useSearchAhead() {
  const [search, setSearch] = useSearchParams()
  const { pathname, key } = useLocation()
  const { location } = useNavigation()
  // The address ahead has the language in front.
  const isHere = location?.pathname.endsWith(pathname) ?? false
  const ahead = isHere ? new URLSearchParams(location?.search) : search
  useEffect(() => {
    if (asked?.on !== key) asked = undefined
  }, [key])
  const change = (how: Change) => {
    asked = { on: key, search: how(asked?.on === key ? asked.search : ahead) }
    setSearch(asked.search, { preventScrollReset: true })
  }
  return [ahead, change] as const
}
