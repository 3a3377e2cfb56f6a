import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Truck, Undo2, Wallet } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import hero360 from '~/assets/pictures/hero-360.webp'
import hero560 from '~/assets/pictures/hero-560.webp'
import hero720 from '~/assets/pictures/hero-720.webp'
import hero960 from '~/assets/pictures/hero-960.webp'
import { ProductShelf } from '~/features/catalog/components/shelf'
import { RecentlyViewed } from '~/features/product/components/recently-viewed'
import { freeDelivery, promisesQuery, returnRight } from '~/features/promises/texts'
import { lazyPart } from '~/lib/lazy-part'
import { HERO_SIZES } from '~/lib/picture-sizes'
import { useNear } from '~/lib/use-near'
import type { Schemas } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { pageSeoQuery, type SeoPage } from '~shared/features/content/queries'
import { useI18n, useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { OptionalPart } from '~shared/ui/states'

/** The response may instead contain only tags for search engines. */
function usePageTexts(page: SeoPage): Schemas['PageTexts'] | undefined {
  const { data } = useSuspenseQuery(pageSeoQuery(useLocale(), page)).data
  return 'title' in data ? data : undefined
}

// These sections are far down the page, so their code loads when the browser is idle.
const Occasions = lazyPart(() => import('~/features/home/occasions'))
const StoreShelf = lazyPart(() => import('~/features/stores/components/store-shelf'))
const PairBanner = lazyPart(() => import('~/features/home/pair-banner'))

export function Component() {
  const t = useT()
  const texts = usePageTexts('home-page')
  useDocumentHead(texts?.title ?? 'Sovqat')
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
      <ProductShelf isDeferred kind="newest" title={t('home.newest')} more={more(paths.newest())} />
      <Promises />
      <WithCampaigns>
        <ProductShelf isDeferred kind="sale" title={t('home.sale')} more={more(paths.sale())} />
      </WithCampaigns>
      <Suspense fallback={<div className="h-80" />}>
        <StoreShelf />
      </Suspense>
      <RecentlyViewed />
      <Suspense fallback={<div className="min-h-64" />}>
        <PairBanner />
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

const RunningCampaigns = lazyPart(() => import('../features/campaigns/components/running-campaigns'), 'stores')

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

/** Promises with figures are shown once their rules are known. */
export function Promises() {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  const items = [
    { Icon: Truck, title: t('promises.delivery'), text: promises ? freeDelivery(t, promises) : t('promises.deliveryTo') },
    ...(promises ? [{ Icon: Undo2, title: t('promises.refund'), text: returnRight(t, promises) }] : []),
    { Icon: Wallet, title: t('home.promise.installment'), text: t('home.promise.installmentText') },
  ]
  return (
    <ul aria-label={t('home.promise.label')} className="grid gap-px overflow-hidden rounded-xl bg-line sm:grid-cols-3">
      {items.map(({ Icon, title, text }) => (
        <li key={title} className="flex items-center gap-4 bg-sunken p-5 lg:p-7">
          <span className="grid size-13 shrink-0 place-items-center rounded-full bg-surface text-accent-text">
            <Icon aria-hidden className="size-6" strokeWidth={1.75} />
          </span>
          <span>
            <strong className="block font-semibold">{title}</strong>
            <span className="text-[0.9375rem] text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function TopCategories() {
  const t = useT()
  const tree = useTree()
  return (
    <nav aria-label={t('home.categories')}>
      <ul className="shelf -mx-4 scroll-px-4 auto-cols-[5.75rem] gap-3 px-4 py-1 sm:auto-cols-[7.5rem] md:mx-0 md:px-0 xl:auto-cols-[calc(12.5%-10.5px)]">
        {tree.map(({ id, name, slug, imageUrl }) => (
          <li key={id}>
            <Link
              to={paths.category(slug)}
              className="group grid justify-items-center gap-2.5 rounded-lg py-1 text-center text-[0.8125rem] leading-tight font-medium sm:text-sm"
            >
              <span className="size-18 overflow-hidden rounded-full bg-pearl ring-3 ring-transparent transition-shadow group-hover:ring-accent-soft sm:size-24">
                <Picture
                  src={imageUrl}
                  alt=""
                  sizes="96px"
                  className="size-full object-cover transition-transform duration-300 group-hover:scale-105"
                />
              </span>
              <span className="group-hover:text-accent-text">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone, the first products are visible below the picture. */
function Hero() {
  const t = useT()
  return (
    <section className="relative grid items-end overflow-hidden rounded-2xl bg-linear-135 from-peach via-rose to-lilac max-sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-center">
      <div className="grid gap-4 pt-5 pl-5 max-sm:pb-5 sm:px-10 sm:pt-12 lg:gap-5 lg:py-10 lg:pl-16">
        <h1 tabIndex={-1} className="max-w-[13ch] text-[1.375rem] leading-tight tracking-[-0.035em] sm:text-5xl lg:text-[3.75rem]">
          {t('home.hero.title')}
        </h1>
        <p className="hidden max-w-[34ch] text-pretty text-ink/80 sm:block sm:text-lg">{t('home.hero.text')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.category('hediyyeler')} size="lg">
            {t('home.hero.action')}
          </ButtonLink>
        </div>
      </div>
      <img
        src={hero560}
        srcSet={`${hero360} 360w, ${hero560} 560w, ${hero720} 720w, ${hero960} 960w`}
        sizes={HERO_SIZES}
        width={960}
        height={720}
        alt=""
        fetchPriority="high"
        className="w-full max-w-140 justify-self-center sm:-mt-10 lg:-my-6 lg:max-w-150"
      />
    </section>
  )
}
