// Changes the filters and the order in the address of a list.

import { useEffect } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'

type Change = (search: URLSearchParams) => URLSearchParams

/**
 * The parameters of the last change, until the history entry (`entryKey`) is left. A second change may come before React renders the first,
 * also from another component, and continues from here.
 */
let requested: { entryKey: string; search: URLSearchParams } | undefined

/**
 * Returns the parameters of the pending navigation, and a function that changes them. With those of the shown page, a checkbox would react
 * late, and a quick second change would undo the first.
 */
export function usePendingSearch() {
  const [shownSearch, setSearch] = useSearchParams()
  const { pathname, key: entryKey } = useLocation()
  const { location: pendingLocation } = useNavigation()
  // The pending location has the language prefix.
  const isSamePage = pendingLocation?.pathname.endsWith(pathname) ?? false
  const pendingSearch = isSamePage ? new URLSearchParams(pendingLocation?.search) : shownSearch
  useEffect(() => {
    if (requested?.entryKey !== entryKey) requested = undefined
  }, [entryKey])
  const change = (update: Change) => {
    const latestSearch = requested?.entryKey === entryKey ? requested.search : pendingSearch
    requested = { entryKey, search: update(latestSearch) }
    setSearch(requested.search, { preventScrollReset: true })
  }
  return [pendingSearch, change] as const
}
