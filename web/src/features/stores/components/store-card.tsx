import { Link } from 'react-router'
import type { Store } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture, StoreLogo } from '~shared/ui/picture'
import { Rating } from '~shared/ui/product-facts'

export function StoreCard({ store, headingLevel = 3 }: { store: Store; headingLevel?: 2 | 3 }) {
  const t = useT()
  const Heading = `h${headingLevel}` as const
  return (
    <article className="group relative h-full overflow-hidden rounded-xl border border-line bg-surface transition-shadow hover:shadow-lifted has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent-text">
      <div className="h-24 overflow-hidden bg-linear-135 from-peach via-rose to-lilac">
        {store.coverUrl && (
          <Picture src={store.coverUrl} alt="" sizes="(min-width: 64rem) 320px, 70vw" className="size-full object-cover" />
        )}
      </div>
      <div className="grid gap-2 p-4">
        <div className="-mt-10">
          <StoreLogo name={store.name} logoUrl={store.logoUrl} className="size-14! border-4 border-surface" />
        </div>
        <div className="flex items-center justify-between gap-2">
          <Heading className="truncate text-base">
            <Link to={paths.store(store.slug)} className="outline-none after:absolute after:inset-0 after:content-['']">
              {store.name}
            </Link>
          </Heading>
          <Rating value={store.rating} count={store.reviewCount} />
        </div>
        <p className="line-clamp-2 min-h-10 text-sm leading-snug text-muted">{store.about}</p>
        <p className="text-sm font-medium">{t('catalog.products', { count: store.productCount })}</p>
      </div>
    </article>
  )
}
