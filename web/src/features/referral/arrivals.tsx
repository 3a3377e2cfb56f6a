import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useLocale } from '~shared/i18n/context'
import { pageKind } from '../analytics/page-kind'
import { cameByLink, report } from './clicks'

/** The address of the document, also when somebody has gone on to another page since. */
const firstAddress = () => performance.getEntriesByType?.('navigation')[0]?.name ?? location.href

/** Notices that somebody comes by a blogger's link. Pages of products tell of the click themselves. */
export function Arrivals() {
  const locale = useLocale()
  const { pathname, search } = useLocation()
  useEffect(() => cameByLink(firstAddress()), [])
  useEffect(() => {
    cameByLink(search)
    if (pageKind(pathname) !== 'product') report(locale)
  }, [locale, pathname, search])
  return null
}
