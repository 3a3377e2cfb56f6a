import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { buttonClass } from '~shared/ui/button'
import type { AppendedPages } from '../listing'

interface LoadMoreProps {
  /** Text that says how many are shown. */
  textKey?: 'catalog.shown' | 'stores.shown'
  shown: number
  total: number
  /** Number of the page to load. */
  next: number
  lastPage: number
  /** All appended pages with the next one, for the history entry. */
  added: AppendedPages
}

/** A plain click appends the next page; the link can be opened in another tab. */
export function LoadMore({ textKey = 'catalog.shown', shown, total, next, lastPage, added }: LoadMoreProps) {
  const t = useT()
  const [search] = useSearchParams()
  if (next > lastPage) return null
  const nextPage = new URLSearchParams(search)
  nextPage.set('page', String(next))
  return (
    <div className="mt-4 grid justify-items-center gap-3">
      <p className="text-sm text-muted">{t(textKey, { shown: number(shown), total: number(total) })}</p>
      <div aria-hidden className="h-1 w-44 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(shown / total) * 100}%` }} />
      </div>
      <MoreLink search={search} href={`?${nextPage}`} added={added}>
        {t('catalog.loadMore')}
      </MoreLink>
    </div>
  )
}

interface MoreLinkProps {
  search: URLSearchParams
  href: string
  added: AppendedPages
  children: string
}

/** With a modifier key, the browser opens the next page in another tab or window. */
function MoreLink({ search, href, added, children }: MoreLinkProps) {
  const navigate = useNavigate()
  return (
    <Link
      to={href}
      className={buttonClass('secondary', 'lg', 'min-w-60')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(`?${search}`, { state: { added }, replace: true, preventScrollReset: true })
      }}
    >
      {children}
    </Link>
  )
}
