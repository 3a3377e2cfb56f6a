import { Suspense } from 'react'
import { ProductShelf } from '~/features/catalog/components/shelf'
import { usePageTexts } from '~/features/content/use-page-texts'
import { WithCampaigns } from '~/features/home/campaigns'
import { Hero } from '~/features/home/hero'
import { Promises } from '~/features/home/promises'
import { TopCategories } from '~/features/home/top-categories'
import { RecentlyViewed } from '~/features/product/components/recently-viewed'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'

// Far enough down that they are there before anybody is.
const Occasions = lazyPart(() => import('~/features/home/occasions'))
const StoreShelf = lazyPart(() => import('~/features/stores/components/store-shelf'))
const SaleBanner = lazyPart(() => import('~/features/home/sale-banner'))

export function Component() {
  const t = useT()
  const texts = usePageTexts('home-page')
  usePage(texts?.title ?? 'Sovqat')
  const more = (to: string) => ({ to, label: t('common.seeAll') })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 pt-2 sm:gap-16 lg:pt-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Hero />
        <TopCategories />
      </div>
      <ProductShelf kind="popular" title={t('home.popular')} more={more(paths.popular())} />
      <Suspense fallback={<div className="min-h-[52rem] sm:min-h-[54rem] lg:min-h-[28rem]" />}>
        <Occasions />
      </Suspense>
      <ProductShelf late kind="newest" title={t('home.newest')} more={more(paths.newest())} />
      <Promises />
      <WithCampaigns>
        <ProductShelf late kind="sale" title={t('home.sale')} more={more(paths.sale())} />
      </WithCampaigns>
      <Suspense fallback={<div className="h-80" />}>
        <StoreShelf />
      </Suspense>
      <RecentlyViewed />
      <Suspense fallback={<div className="min-h-64" />}>
        <SaleBanner />
      </Suspense>
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
