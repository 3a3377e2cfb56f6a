import { useSuspenseQuery } from '@tanstack/react-query'
import { get } from '~shared/api/query'
import type { Product } from '~shared/api/types'
import { LateShelf, ShelfRow } from '~/features/catalog/components/shelf'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'

const similarQuery = (locale: Locale, slug: string) => get(locale, '/product/{product}/similar', { path: { product: slug } })

/** Products that resemble this one, and the way to all of its category. */
export function Similar({ product }: { product: Product }) {
  return (
    <LateShelf>
      <SimilarRow product={product} />
    </LateShelf>
  )
}

function SimilarRow({ product: { slug, category } }: { product: Product }) {
  const { t, locale } = useI18n()
  const products = useSuspenseQuery(similarQuery(locale, slug)).data.data
  return (
    <ShelfRow
      title={t('around.product.similar')}
      products={products}
      more={{ to: paths.category(category.slug), label: t('common.seeAll') }}
    />
  )
}
