// Saved views of a list: filters that a user has saved under a name. `lib/saved-views.ts` stores them.
import clsx from 'clsx'
import { Bookmark, BookmarkPlus, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { canonicalSearch, type ListName, useSavedViews } from '~admin/lib/saved-views'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { ViewEditor } from './saved-view-editor'
import { SaveForm } from './saved-view-forms'

export function SavedViews({ list }: { list: ListName }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const { views, defaultName } = useSavedViews(list)
  const [sheet, setSheet] = useState<'save' | 'edit' | null>(null)
  const close = () => setSheet(null)
  const current = canonicalSearch(search)
  const isSaved = views.some((view) => view.search === current)
  if (views.length === 0 && current === '') return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {views.length > 0 && (
        <nav aria-label={t('adminConsole.views.title')} className="contents">
          <ViewLink to={pathname} isCurrent={current === ''}>
            {t('adminConsole.views.unfiltered')}
          </ViewLink>
          {views.map((view) => (
            <ViewLink key={view.name} to={`${pathname}?${view.search}`} isCurrent={view.search === current}>
              {view.name === defaultName ? (
                <Star aria-hidden className="size-4 shrink-0 fill-current" />
              ) : (
                <Bookmark aria-hidden className="size-4 shrink-0" />
              )}
              <span className="truncate">{view.name}</span>
              {view.name === defaultName && <span className="sr-only">, {t('adminConsole.views.isDefault')}</span>}
            </ViewLink>
          ))}
        </nav>
      )}
      {current !== '' && !isSaved && (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setSheet('save')}>
          <BookmarkPlus aria-hidden className="size-4.5" />
          {t('adminConsole.views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setSheet('edit')}>
          {t('adminConsole.views.edit')}
        </Button>
      )}
      <Sheet title={t('adminConsole.views.save')} open={sheet === 'save'} onClose={close}>
        <SaveForm list={list} search={current} onDone={close} />
      </Sheet>
      <Sheet title={t('adminConsole.views.title')} open={sheet === 'edit'} onClose={close}>
        <ViewEditor list={list} onLastRemoved={close} />
      </Sheet>
    </div>
  )
}

interface ViewLinkProps {
  to: string
  isCurrent: boolean
  children: ReactNode
}

const ViewLink = ({ to, isCurrent, children }: ViewLinkProps) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className={clsx(
      'inline-flex min-h-11 max-w-64 items-center gap-2 rounded-full border px-4 font-medium',
      isCurrent ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
    )}
  >
    {children}
  </Link>
)
