// The home page. Its sections come from the server; staff arrange them in the back office.

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useRouteError, useSearchParams } from 'react-router'
import { ProductShelf } from '~/features/catalog/components/shelf'
import { type Group, groupsOf, keysOf } from '~/features/home/groups'
import { Hero } from '~/features/home/hero'
import { TopCategories } from '~/features/home/top-categories'
import { promisesQuery } from '~/features/promises/texts'
import { lazyPart, onDemandPart } from '~/lib/lazy-part'
import { useNear } from '~/lib/use-near'
import { isNotFound } from '~shared/api/failure'
import type { HomeSection, HomeShelf, Schemas } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { pageSeoQuery, type SeoPage } from '~shared/features/content/queries'
import { existingSections } from '~shared/features/home/existing'
import { homeQuery } from '~shared/features/home/queries'
import { ErrorPage } from '~shared/frame/error-page'
import { useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { OptionalPart } from '~shared/ui/states'

/** The response may instead contain only tags for search engines. */
function usePageTexts(page: SeoPage): Schemas['PageTexts'] | undefined {
  const { data } = useSuspenseQuery(pageSeoQuery(useLocale(), page)).data
  return 'title' in data ? data : undefined
}

// These sections are far down the page, so their code loads when the browser is idle.
const Tiles = lazyPart(() => import('~/features/home/tiles'))
const StoreShelf = lazyPart(() => import('~/features/stores/components/store-shelf'))
const Banner = lazyPart(() => import('~/features/home/banner'))
const Promises = lazyPart(() => import('~/features/home/promises'), 'promises')
const RecentlyViewed = lazyPart(async () => ({
  default: (await import('~/features/product/components/recently-viewed')).RecentlyViewed,
}))
const RunningCampaigns = lazyPart(() => import('~/features/campaigns/components/running-campaigns'), 'stores')

const Preview = onDemandPart(() => import('~/features/home/preview'), 'deferred')

const usePreview = () => useSearchParams()[0].get('preview')

export function Component() {
  const preview = usePreview()
  const locale = useLocale()
  const page = useSuspenseQuery(homeQuery(locale, preview)).data.data
  // An unobserved response would leave the cache before a late section is hydrated with it.
  useQuery(promisesQuery(locale))
  const sections = existingSections(useTree(), page.sections)
  const groups = groupsOf(sections)
  const keys = keysOf(groups)
  const texts = usePageTexts('home-page')
  const title = texts?.title ?? 'Sovqat'
  useDocumentHead(title)
  const firstShelf = sections.find(({ kind }) => kind === 'shelf')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 pt-2 sm:gap-16 lg:pt-4">
      {preview && (
        <Suspense fallback={<div className="h-15" />}>
          <Preview shownAt={page.shownAt} />
        </Suspense>
      )}
      {sections[0]?.kind !== 'hero' && (
        <h1 tabIndex={-1} className="sr-only">
          {title}
        </h1>
      )}
      {/* A preview shares no state with the published page, such as the failure of a shelf. */}
      {groups.map((group, index) => (
        <Block key={`${preview ?? ''} ${keys[index]}`} group={group} firstShelf={firstShelf} />
      ))}
      {texts?.text && (
        <section aria-labelledby="about-shop" className="grid max-w-3xl gap-3 text-[0.9375rem] text-muted">
          {texts.heading && (
            <h2 id="about-shop" className="text-lg text-ink">
              {texts.heading}
            </h2>
          )}
          <p className="whitespace-pre-line text-pretty">{texts.text}</p>
        </section>
      )}
    </div>
  )
}

/** A preview exists for an hour. */
export function ErrorBoundary() {
  const isExpired = isNotFound(useRouteError())
  if (!usePreview() || !isExpired) return <ErrorPage />
  return (
    <Suspense>
      <Preview isExpired />
    </Suspense>
  )
}

interface BlockProps {
  group: Group
  firstShelf: HomeSection | undefined
}

function Block({ group, firstShelf }: BlockProps) {
  switch (group.kind) {
    case 'top':
      return (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {group.sections.map((section) => (
            <One key={section.kind} section={section} />
          ))}
        </div>
      )
    case 'tiles':
      return (
        <Suspense fallback={<TilesSpace sections={group.sections} />}>
          <Tiles sections={group.sections} />
        </Suspense>
      )
    case 'campaigns':
      return <WithCampaigns>{group.next && <Block group={group.next} firstShelf={firstShelf} />}</WithCampaigns>
    case 'one':
      return <One section={group.section} isDeferred={group.section !== firstShelf} />
  }
}

function One({ section: { kind, title, hero, banner, shelf }, isDeferred = false }: { section: HomeSection; isDeferred?: boolean }) {
  if (hero) return <Hero title={title} banner={hero} />
  if (shelf) return <Shelf title={title} shelf={shelf} isDeferred={isDeferred} />
  if (banner)
    return (
      <Suspense fallback={<div className="min-h-64" />}>
        <Banner title={title} banner={banner} />
      </Suspense>
    )
  if (kind === 'categories') return <TopCategories />
  if (kind === 'promises')
    return (
      <Suspense fallback={<div className="h-80 sm:h-30" />}>
        <Promises />
      </Suspense>
    )
  if (kind === 'recent')
    return (
      <Suspense>
        <RecentlyViewed />
      </Suspense>
    )
  if (kind === 'stores')
    return (
      <Suspense fallback={<div className="h-80" />}>
        <StoreShelf />
      </Suspense>
    )
  // A newer server may have other kinds.
  return null
}

/** Returns the page with all products of a shelf. */
function allOf({ source, category }: HomeShelf): string | undefined {
  if (source === 'category') return category && paths.category(category)
  return source === 'products' ? undefined : paths[source]()
}

function Shelf({ title, shelf, isDeferred }: { title: string; shelf: HomeShelf; isDeferred: boolean }) {
  const t = useT()
  const to = allOf(shelf)
  return <ProductShelf title={title} shelf={shelf} isDeferred={isDeferred} more={to ? { to, label: t('common.seeAll') } : undefined} />
}

/** Has the height of the tiles. */
const TilesSpace = ({ sections }: { sections: HomeSection[] }) => (
  <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2 lg:gap-y-8">
    {sections.map(({ kind, tiles }, index) =>
      kind === 'links' ? (
        <div key={index} className="h-32 sm:h-11 lg:col-span-2" />
      ) : (
        <div key={index} className="grid grid-cols-2 gap-3 pt-12 sm:gap-4 sm:pt-15">
          {tiles.map((_, index) => (
            <div key={index} className="h-34 sm:h-41" />
          ))}
        </div>
      ),
    )}
  </div>
)

function WithCampaigns({ children }: { children: ReactNode }) {
  const { ref, isNear } = useNear()
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-12 sm:gap-16">
      {isNear && (
        <OptionalPart>
          <Suspense>
            <RunningCampaigns />
          </Suspense>
        </OptionalPart>
      )}
      {children}
    </div>
  )
}
