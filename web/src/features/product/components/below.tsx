import type { Product } from '~/api/types'
import { LateShelf } from '~/features/catalog/components/shelf'
import { categoryShelfQuery } from '~/features/catalog/queries'
import { ReviewsBelow } from '~/features/reviews/below'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { Details } from './details'
import { RecentlyViewed } from './recently-viewed'

/** What is found by scrolling. It comes after what is seen first, and each part of it asks for its data when it comes near. */
export default function Below({ product }: { product: Product }) {
  const { t, locale } = useI18n()
  const { id, category } = product
  return (
    <>
      <Details product={product} />
      <ReviewsBelow product={product} />
      <LateShelf
        title={t('product.similar')}
        query={categoryShelfQuery(locale, category.slug)}
        except={[id]}
        more={{ to: paths.category(category.slug), label: t('common.seeAll') }}
      />
      <RecentlyViewed except={[id]} />
    </>
  )
}
