import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { pageTextsQuery, type SeoPage } from '~shared/features/content/queries'

/** The texts an editor wrote for a kind of page. The route also answers with tags; those are not texts. */
export function usePageTexts(page: SeoPage): Schemas['PageTexts'] | undefined {
  const { data } = useSuspenseQuery(pageTextsQuery(useLocale(), page)).data
  return 'title' in data ? data : undefined
}
