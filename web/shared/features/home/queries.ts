import { get } from '~shared/api/query'
import type { HomeSection } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { shelfQuery } from '../catalog/queries'

/** The published page, or the one of a preview's token. */
export const homeQuery = (locale: Locale, preview?: string | null) => get(locale, '/home', { query: { preview: preview ?? undefined } })

/** The products of the shelves, in their order on the page. */
export const shelfQueries = (locale: Locale, sections: HomeSection[]) =>
  sections.flatMap(({ shelf }) => (shelf ? [shelfQuery(locale, shelf)] : []))
