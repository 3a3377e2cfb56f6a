// The stores that an operator can choose for a product.
import { useQuery } from '@tanstack/react-query'
import { allStoresQuery } from '~admin/features/campaigns/api'
import { storesQuery } from '~admin/features/stores/api'
import { may, useMay } from '~admin/session/access'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

/** A response has at most a hundred stores. In a larger marketplace, an operator types a part of the name. */
const firstStoresQuery = (locale: Locale, text?: string) => storesQuery(locale, { text, limit: '100' })

/** Users who may not list all stores choose among the open stores, which are public. */
export const storeChoicesQuery = (locale: Locale) => (may('stores_read') ? firstStoresQuery(locale) : allStoresQuery(locale))

interface StoreChoices {
  stores: { id: number; name: string }[]
  /** Whether there are more stores than these, so that a search is needed. */
  hasMore: boolean
}

/** Returns undefined until the stores are loaded. */
export function useStoreChoices(text = ''): StoreChoices | undefined {
  const locale = useLocale()
  const mayListAll = useMay()('stores_read')
  const { data: found } = useQuery({ ...firstStoresQuery(locale, text), enabled: mayListAll })
  const { data: open } = useQuery({ ...allStoresQuery(locale), enabled: !mayListAll })
  if (mayListAll) return found && { stores: found.data, hasMore: found.meta.nextCursor !== undefined }
  return open && { stores: open.data, hasMore: false }
}
