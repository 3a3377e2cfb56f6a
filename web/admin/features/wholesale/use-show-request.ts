import { useQueryClient } from '@tanstack/react-query'
import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { deskRequestQuery } from '~shared/features/wholesale/queries'

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === '/admin/wholesale'

/** Shows the request as the server has it now; lists are fetched again. */
export function useShowRequest() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return async (request: WholesaleRequest) => {
    client.setQueryData(deskRequestQuery(locale, request.code).queryKey, { data: request })
    await client.invalidateQueries({ predicate: isList })
  }
}
