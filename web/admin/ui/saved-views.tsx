// Saved views of a list: filters that a user has saved under a name. `lib/saved-views.ts` loads and changes them.
import clsx from 'clsx'
import { Bookmark, BookmarkPlus, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { canonicalSearch, type ListName, type SavedView, useSavedViews, VIEWS_PERMISSION } from '~admin/lib/saved-views'
import { IfMay } from '~admin/session/access'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { ViewEditor } from './saved-view-editor'
import { SaveForm } from './saved-view-forms'

export const SavedViews = ({ list }: { list: ListName }) => (
  <IfMay permission={VIEWS_PERMISSION}>
    <Views list={list} />
  </IfMay>
)

function Views({ list }: { list: ListName }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const { views, hasFailed, refresh } = useSavedViews(list)
  const [sheet, setSheet] = useState<'save' | 'edit' | null>(null)
  const [refused, setRefused] = useState<SavedView>()
  const open = (opened: 'save' | 'edit') => {
    refresh()
    setSheet(opened)
  }
  const openAgain = (view: SavedView) => {
    setRefused(view)
    setSheet((opened) => opened ?? 'save')
  }
  const close = () => setSheet(null)
  const closeSave = () => {
    setRefused(undefined)
    close()
  }
  const current = canonicalSearch(search)
  if (!views) return hasFailed && <p className="text-sm text-muted print:hidden">{t('adminConsole.views.failed')}</p>
  const isSaved = views.some(({ query }) => query === current)
  if (views.length === 0 && current === '') return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {views.length > 0 && (
        <nav aria-label={t('adminConsole.views.title')} className="contents">
          <ViewLink to={pathname} isCurrent={current === ''}>
            {t('adminConsole.views.unfiltered')}
          </ViewLink>
          {views.map(({ name, query, isDefault }) => (
            <ViewLink key={name} to={`${pathname}?${query}`} isCurrent={query === current}>
              {isDefault ? (
                <Star aria-hidden className="size-4 shrink-0 fill-current" />
              ) : (
                <Bookmark aria-hidden className="size-4 shrink-0" />
              )}
              <span className="truncate">{name}</span>
              {isDefault && <span className="sr-only">, {t('adminConsole.views.isDefault')}</span>}
            </ViewLink>
          ))}
        </nav>
      )}
      {current !== '' && !isSaved && (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => open('save')}>
          <BookmarkPlus aria-hidden className="size-4.5" />
          {t('adminConsole.views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => open('edit')}>
          {t('adminConsole.views.edit')}
        </Button>
      )}
      <Sheet title={t('adminConsole.views.save')} open={sheet === 'save'} onClose={closeSave}>
        <SaveForm list={list} views={views} query={current} refused={refused} onDone={closeSave} onRefused={openAgain} />
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
