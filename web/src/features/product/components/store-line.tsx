// The store that sells a product, on the product page.

import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Product } from '~shared/api/types'
import { storeQuery } from '~/features/stores/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Rating } from '~shared/ui/product-facts'
import { StoreLogo } from '~shared/ui/picture'

/** The name is known at once. Space is reserved for the details. */
export default function StoreLine({ store }: { store: Product['store'] }) {
  const { t, locale } = useI18n()
  const { data } = useQuery(storeQuery(locale, store.slug))
  return (
    <Link
      to={paths.store(store.slug)}
      className="flex min-h-18 items-center gap-4 rounded-xl border border-line bg-surface p-3.5 hover:border-line-strong"
    >
      <StoreLogo name={store.name} logoUrl={data?.data.logoUrl} />
      <span className="grid min-w-0 grow gap-0.5">
        <span className="text-[0.8125rem] leading-4 text-muted">{t('deferred.product.soldBy')}</span>
        <span className="truncate font-semibold">{store.name}</span>
        <span className="flex min-h-5 items-center gap-3 text-[0.8125rem] text-muted">
          {data && (
            <>
              <Rating value={data.data.rating} />
              {t('catalog.products', { count: data.data.productCount })}
            </>
          )}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 text-muted" />
    </Link>
  )
}
