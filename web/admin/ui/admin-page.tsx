// The frame of a page of the back office (heading, permission check), and its search box and list with numbered pages.
import { adminPaths } from '~admin/paths'
import { RequireStaff, useMay } from '~admin/session/access'
import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import type { ComponentProps, Key as ReactKey, ReactNode } from 'react'
import { type PageQuery, usePages } from '~shared/api/use-pages'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import type { Permission } from '~shared/features/auth/permissions'
import { useT } from '~shared/i18n/context'
import { typedText } from '~shared/lib/text'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink, IconButton } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { type Exported, ExportButtons } from './export-buttons'

interface Props {
  title: string
  text: string
  /** Without it, any member of staff may see the page. */
  needs?: Permission
  /** Whether the page takes the whole width, for a table. */
  isWide?: boolean
  action?: ReactNode
  children: ReactNode
}

export function AdminPage({ title, text, needs, isWide = false, action, children }: Props) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <ForStaff needs={needs}>
      <div className={clsx('mx-auto grid grid-cols-[minmax(0,1fr)] gap-6 py-6', !isWide && 'max-w-4xl')}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-2">
            <h1 tabIndex={-1} className="text-3xl">
              {title}
            </h1>
            <p className="max-w-2xl text-muted text-pretty">{text}</p>
          </div>
          {action}
        </div>
        {children}
      </div>
    </ForStaff>
  )
}

interface ForStaffProps {
  needs?: Permission | undefined
  children: ReactNode
}

/** Users without the permission see a message, because the server would refuse their requests. */
export function ForStaff({ needs, children }: ForStaffProps) {
  const may = useMay()
  return <RequireStaff>{needs === undefined || may(needs) ? children : <Refusal />}</RequireStaff>
}

function Refusal() {
  const t = useT()
  return (
    <EmptyState picture={emptyBell} title={t('admin.notYours')} text={t('admin.notYoursText')} asPageTitle>
      <ButtonLink to={adminPaths.home()} size="lg">
        {t('admin.home.link')}
      </ButtonLink>
    </EmptyState>
  )
}

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'defaultValue' | 'name'> {
  /** The accessible name of the form. */
  search: string
  label: string
  typed: string
  onSearch: (text: string) => void
}

/** `typed` is the search text of the address; `onSearch` navigates to the address of a new text. */
export function SearchBox({ search, label, typed, onSearch, ...input }: SearchBoxProps) {
  const t = useT()
  return (
    <form
      role="search"
      aria-label={search}
      className="relative w-full max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typedText(event.currentTarget, 'typed'))
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-5 text-muted" />
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        // The input is uncontrolled. A new key replaces it, so that it shows the text of a new address.
        key={typed}
        name="typed"
        defaultValue={typed}
        aria-label={label}
        className="h-12 w-full rounded-lg border border-line-strong bg-surface pr-12 pl-12 tabular-nums outline-offset-0 placeholder:text-muted"
      />
      {typed && (
        <IconButton label={t('common.search.clear')} className="absolute! top-0.5 right-0.5" onClick={() => onSearch('')}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  )
}

interface PagedListProps<Item> {
  queryOf: (page: number) => PageQuery<Item>
  keyOf: (item: Item) => Extract<ReactKey, string | number>
  countText: (total: number) => string
  empty: ReactNode
  /** Adds a button that downloads the list as a file with these columns. */
  exported?: Exported<Item>
  children: (item: Item) => ReactNode
}

/** For lists that are read by page number; `CursorList` is for those that are read by cursor. */
export function PagedList<Item>({ queryOf, keyOf, countText, empty, exported, children }: PagedListProps<Item>) {
  const pages = usePages(queryOf, keyOf)
  if (pages.hasFailed) return <LoadFailure onRetry={pages.retry} />
  if (pages.total !== undefined && pages.items.length === 0) return empty
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-sm text-muted">
          {pages.total !== undefined && countText(pages.total)}
        </p>
        {exported && <ExportButtons {...exported} query={queryOf(1)} keyOf={keyOf} />}
      </div>
      <ul className="grid gap-4">{pages.items.map(children)}</ul>
      {pages.isLoading && <ListSkeleton />}
      {pages.hasMore && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </>
  )
}
