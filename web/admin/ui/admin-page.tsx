import { adminPaths } from '~admin/paths'
import { Search, X } from 'lucide-react'
import type { ComponentProps, Key as ReactKey, ReactNode } from 'react'
import { type PageQuery, usePages } from '~shared/api/use-pages'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { RequireSignIn } from '~shared/features/auth/access'
import { type Permission, useIsStaff } from '~shared/features/auth/permissions'
import { useAuth } from '~shared/features/auth/store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { typedText } from '~shared/lib/text'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink, IconButton } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'

interface Props {
  title: string
  text: string
  /** Without it, any member of staff may see the page. */
  needs?: Permission
  /** Shown beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** Frame of a page of the back office: title, description, and content. */
export function AdminPage({ title, text, needs, action, children }: Props) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <ForStaff needs={needs}>
      <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
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

/** Shows its content to staff with the permission only. The server refuses other users anyway; this spares them the attempt. */
export function ForStaff({ needs, children }: ForStaffProps) {
  const t = useT()
  const isStaff = useIsStaff()
  const isAllowed = useAuth(({ user }) => needs === undefined || user?.permissions?.includes(needs))
  const content = isStaff && isAllowed ? children : <Refusal title={t(isStaff ? 'admin.notYours' : 'admin.forStaff')} isStaff={isStaff} />
  return <RequireSignIn>{content}</RequireSignIn>
}

function Refusal({ title, isStaff }: { title: string; isStaff: boolean }) {
  const t = useT()
  return (
    <EmptyState picture={emptyBell} title={title} text={t(isStaff ? 'admin.notYoursText' : 'admin.forStaffText')} asPageTitle>
      <ButtonLink to={isStaff ? adminPaths.home() : paths.home()} size="lg">
        {t(isStaff ? 'admin.home.link' : 'common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'defaultValue' | 'name'> {
  /** Accessible name of the search form. */
  search: string
  /** Label of the text field. */
  label: string
  typed: string
  onSearch: (text: string) => void
}

/** Search form of a list. The search text is in the address, from which `typed` comes. */
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
  /** Returns the text with the total count. */
  countText: (total: number) => string
  empty: ReactNode
  /** Renders one item. */
  children: (item: Item) => ReactNode
}

/** Shows a paged list; later pages are appended. */
export function PagedList<Item>({ queryOf, keyOf, countText, empty, children }: PagedListProps<Item>) {
  const pages = usePages(queryOf, keyOf)
  if (pages.hasFailed) return <LoadFailure onRetry={pages.retry} />
  if (pages.total !== undefined && pages.items.length === 0) return empty
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {pages.total !== undefined && countText(pages.total)}
      </p>
      <ul className="grid gap-4">{pages.items.map(children)}</ul>
      {pages.isLoading && <ListSkeleton />}
      {pages.hasMore && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
    </>
  )
}
