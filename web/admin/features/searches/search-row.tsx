import { ExternalLink } from 'lucide-react'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { Schemas } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { inLocale, type Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'

/** A search rule cannot have a longer text. */
const MAX_RULE_LENGTH = 60

export function SearchRow({ searched: { query, language, searches, empty, opened } }: { searched: Schemas['SearchedQuery'] }) {
  const t = useT()
  const mayWrite = useMay()('products_write')
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2.5">
      <a
        href={inLocale(language as Locale, paths.search(query))}
        target="_blank"
        rel="noopener"
        aria-label={t('admin.searches.open', { query })}
        className="flex min-h-11 min-w-0 grow basis-56 items-center gap-2.5 font-medium hover:text-accent-text"
      >
        <span className="wrap-anywhere" lang={language}>
          {query}
        </span>
        <span className="rounded-full bg-sunken px-2 text-xs text-muted uppercase">{language}</span>
        <ExternalLink aria-hidden className="size-4 shrink-0 text-muted" />
      </a>
      <span className="tabular-nums">{t('admin.searches.searches', { count: searches })}</span>
      {empty > 0 ? (
        <span className="font-medium text-bad tabular-nums">
          {t('admin.searches.missed', { count: empty, share: Math.round((empty / searches) * 100) })}
        </span>
      ) : (
        <span className="text-muted">{t('admin.searches.found')}</span>
      )}
      {opened > 0 && <span className="text-muted tabular-nums">{t('admin.searches.opened', { count: opened })}</span>}
      {empty > 0 && mayWrite && query.length <= MAX_RULE_LENGTH && (
        <ButtonLink look="quiet" to={adminPaths.searchRules({ newText: query })} aria-label={`${t('admin.searches.addRule')}: ${query}`}>
          {t('admin.searches.addRule')}
        </ButtonLink>
      )}
    </li>
  )
}
