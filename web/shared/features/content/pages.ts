import type { Key } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import type { TextPage } from './queries'

/** Pages whose texts staff write, in the order of expected use. */
export const TEXT_PAGES: { page: TextPage; path: string; label: Key }[] = [
  { page: 'faq', path: paths.faq(), label: 'deferred.footer.faq' },
  { page: 'help', path: paths.guide(), label: 'deferred.footer.guide' },
  { page: 'delivery', path: paths.delivery(), label: 'deferred.footer.delivery' },
  { page: 'payment', path: paths.payment(), label: 'deferred.footer.payment' },
  { page: 'bonuses', path: paths.bonuses(), label: 'deferred.footer.bonuses' },
  { page: 'privacy', path: paths.privacy(), label: 'deferred.footer.privacy' },
  { page: 'terms', path: paths.terms(), label: 'deferred.footer.terms' },
]

/** The router admits no other path. */
export const pageAt = (pathname: string): TextPage => TEXT_PAGES.find(({ path }) => path === pathname)?.page ?? 'faq'
