import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from '~shared/i18n/context'
import { useSettled } from '~shared/lib/use-settled'
import type { Asked } from './intent'
import { checkQuery } from './queries'

const SETTLES_AFTER = 250

/**
 * What the order would be as it is said now. While somebody still changes their mind the last answer stays, and says that it is
 * not the last word.
 */
export function useChecked(asked: Asked) {
  const locale = useLocale()
  const client = useQueryClient()
  const now = JSON.stringify(asked)
  const settled = useSettled(now, SETTLES_AFTER)
  const query = useQuery(checkQuery(locale, JSON.parse(settled) as Asked))
  const [last, setLast] = useState(query.data)
  if (query.data && query.data !== last) setLast(query.data)
  const isCurrent = now === settled && query.isSuccess && !query.isFetching

  return {
    checked: (query.data ?? last)?.data,
    isCurrent,
    isFailed: query.isError,
    retry: () => void query.refetch(),
    /** The answer to exactly this, asked for now if need be. */
    latest: async () => {
      if (isCurrent && query.data) return query.data.data
      return (await client.query({ ...checkQuery(locale, asked), staleTime: 0 })).data
    },
  }
}
