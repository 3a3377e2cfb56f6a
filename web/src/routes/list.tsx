import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams } from 'react-router'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { addedOf } from '~/features/catalog/added'
import { LoadMore } from '~/features/catalog/components/load-more'
import { Grid, ProductItems } from '~/features/catalog/components/product-grid'
import { firstPage } from '~/features/catalog/listing'
import { Cover } from '~/features/lists/components/cover'
import { MoreOfList } from '~/features/lists/components/more-of-list'
import { ShareButton } from '~/features/lists/components/share-button'
import { listQuery } from '~/features/lists/queries'
import { useListClicks } from '~/features/referral/use-list-clicks'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

/** What a blogger recommends, as they hand it on. */
export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
  const { count: extra } = addedOf(useLocation().state)
  const start = firstPage(search)
  const { data, meta } = useSuspenseQuery(listQuery(locale, slug, start)).data
  const { list, author, products } = data
  usePage(t('common.titleOf', { name: list.name }))
  useListClicks(slug)
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
            <ProductItems products={products} areFirst />
            <MoreOfList slug={slug} from={start + 1} count={extra} perPage={meta.perPage} />
          </Grid>
          <LoadMore
            shown={Math.min(meta.total, (start + extra) * meta.perPage)}
            total={meta.total}
            next={start + extra + 1}
            lastPage={meta.lastPage}
            added={{ count: extra + 1, after: undefined }}
          />
        </>
      )}
    </>
  )
}
