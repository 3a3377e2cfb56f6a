// The server's check of the cart for the current choices.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from '~shared/i18n/context'
import { useDebounced } from '~shared/lib/clock'
import { checkQuery } from './queries'
import type { CheckRequest } from './rules'

/** The choices must not change for this long before the cart is checked. */
const DEBOUNCE_MS = 250

/** Checks the cart for each `request`. While a newer check waits or runs, `checked` is the last result and `isCurrent` is false. */
export function useChecked(request: CheckRequest) {
  const locale = useLocale()
  const client = useQueryClient()
  const requestJson = JSON.stringify(request)
  const settledJson = useDebounced(requestJson, DEBOUNCE_MS)
  const query = useQuery(checkQuery(locale, JSON.parse(settledJson) as CheckRequest))
  const [lastData, setLastData] = useState(query.data)
  if (query.data && query.data !== lastData) setLastData(query.data)
  const isCurrent = requestJson === settledJson && query.isSuccess && !query.isFetching

  return {
    checked: (query.data ?? lastData)?.data,
    isCurrent,
    isFailed: query.isError,
    retry: () => void query.refetch(),
    /** The result for the current choices, requested if it is outdated. */
    latest: async () => {
      if (isCurrent && query.data) return query.data.data
      return (await client.query({ ...checkQuery(locale, request), staleTime: 0 })).data
    },
  }
}

export type Check = ReturnType<typeof useChecked>
