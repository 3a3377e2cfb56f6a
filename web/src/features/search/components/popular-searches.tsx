import { useSuspenseQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { suggestQuery } from '../queries'

/** Shown on the page of a search without results. */
export default function PopularSearches() {
  const { t, locale } = useI18n()
  const title = useId()
  const { queries } = useSuspenseQuery(suggestQuery(locale, '')).data.data
  if (queries.length === 0) return null
  return (
    <nav aria-labelledby={title} className="-mt-6 mb-10 grid justify-items-center gap-3">
      <h2 id={title} className="text-lg">
        {t('deferred.search.popular')}
      </h2>
      <ul className="flex flex-wrap justify-center gap-2">
        {queries.map((query) => (
          <li key={query}>
            <Link
              to={paths.search(query)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-sunken px-4 text-[0.9375rem] font-medium hover:text-accent-text"
            >
              <TrendingUp aria-hidden className="size-4 text-muted" />
              {query}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
