// A product list that a blogger shares. The blogger earns a share of purchases that follow a click on this page.

import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { LoadMore } from '~/features/catalog/components/load-more'
import { Grid, ProductItems, SkeletonItems } from '~/features/catalog/components/product-grid'
import { appendedPagesOf, firstPage } from '~/features/catalog/listing'
import { Cover, ShareButton } from '~/features/lists/parts'
import { listQuery } from '~/features/lists/queries'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useI18n, useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { recordListClick } from '../features/referral/clicks'

const PRODUCT_PATH = /\/mehsullar\/([^/?#]+)/
const PRODUCT_LINK = 'a[href*="/mehsullar/"]'

/** Returns the product whose card was pressed, on a link or a button. */
function productSlugIn(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || !target.closest('a, button')) return null
  const card = target.closest('li, article') ?? target
  const link = card.closest<HTMLAnchorElement>(PRODUCT_LINK) ?? card.querySelector<HTMLAnchorElement>(PRODUCT_LINK)
  const slug = PRODUCT_PATH.exec(link?.pathname ?? '')?.[1]
  return slug ? decodeURIComponent(slug) : null
}

/** Also records products that are opened in a new tab. */
export function useRecordListClicks(list: string) {
  useEffect(() => {
    const recordClick = ({ target }: Event) => {
      const slug = productSlugIn(target)
      if (slug) recordListClick(list, slug)
    }
    // The capture phase precedes the handlers of links and buttons.
    document.addEventListener('click', recordClick, true)
    document.addEventListener('auxclick', recordClick, true)
    return () => {
      document.removeEventListener('click', recordClick, true)
      document.removeEventListener('auxclick', recordClick, true)
    }
  }, [list])
}

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
  const { count: appendedCount } = appendedPagesOf(useLocation().state)
  const start = firstPage(search)
  const { data, meta } = useSuspenseQuery(listQuery(locale, slug, start)).data
  const { list, author, products } = data
  useDocumentHead(t('common.titleOf', { name: list.name }))
  useRecordListClicks(slug)
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={list.name} />
      <header className="mt-1 mb-8 grid overflow-hidden rounded-2xl bg-linear-135 from-peach via-rose to-lilac sm:grid-cols-[minmax(0,1fr)_minmax(12rem,18rem)]">
        <div className="grid content-center justify-items-start gap-3 p-6 sm:p-10">
          <p className="font-semibold text-accent-text">{author ? t('lists.public.by', { author }) : t('lists.public.byShop')}</p>
          <h1 tabIndex={-1} className="text-3xl wrap-anywhere sm:text-4xl">
            {list.name}
          </h1>
          {list.description && <p className="max-w-prose whitespace-pre-line text-pretty text-ink/80 wrap-anywhere">{list.description}</p>}
          <div className="mt-1 flex flex-wrap items-center gap-4">
            <ShareButton list={list} look="secondary" />
            <p className="text-[0.9375rem] text-ink/80">{t('catalog.products', { count: list.productCount })}</p>
          </div>
        </div>
        {list.images.length > 0 && (
          <Cover images={list.images} sizes="(min-width: 40rem) 150px, 50vw" className="hidden min-h-60 sm:grid" />
        )}
      </header>
      {products.length === 0 ? (
        <EmptyState picture={emptyHeart} title={t('lists.public.empty')} text={t('lists.public.emptyText')}>
          <ButtonLink to={paths.home()} size="lg">
            {t('common.toShop')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Grid>
            <ProductItems products={products} isAboveFold />
            <MoreOfList slug={slug} from={start + 1} count={appendedCount} perPage={meta.perPage} />
          </Grid>
          <LoadMore
            shown={Math.min(meta.total, (start + appendedCount) * meta.perPage)}
            total={meta.total}
            next={start + appendedCount + 1}
            lastPage={meta.lastPage}
            added={{ count: appendedCount + 1, searchId: undefined }}
          />
        </>
      )}
    </>
  )
}

interface MoreOfListProps {
  slug: string
  from: number
  count: number
  perPage: number
}

const MAX_SKELETONS = 8

/** Each appended page is a query, so that going back shows all pages from the cache. */
function MoreOfList({ slug, from, count, perPage }: MoreOfListProps) {
  const t = useT()
  const locale = useLocale()
  const pages = useQueries({ queries: Array.from({ length: count }, (_, index) => listQuery(locale, slug, from + index)) })
  return pages.map((page, index) => {
    const pageNumber = from + index
    if (page.data) return <ProductItems key={pageNumber} products={page.data.data.products} />
    if (!page.isError) return <SkeletonItems key={pageNumber} count={Math.min(perPage, MAX_SKELETONS)} />
    return (
      <li key={pageNumber} className="col-span-full grid justify-items-center gap-3 rounded-xl bg-sunken p-8 text-center">
        <p>{t('catalog.pageFailed')}</p>
        <Button look="secondary" onClick={() => void page.refetch()}>
          {t('common.retry')}
        </Button>
      </li>
    )
  })
}
