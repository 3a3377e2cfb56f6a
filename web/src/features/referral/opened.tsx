import { useEffect } from 'react'
import type { Product } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { cameByLink, report } from './clicks'

/** Tells the shop that a blogger's list or link led to this product. */
export function Opened({ product: { id, slug } }: { product: Product }) {
  const locale = useLocale()
  useEffect(() => {
    cameByLink(location.search)
    report(locale, { id, slug })
  }, [locale, id, slug])
  return null
}
