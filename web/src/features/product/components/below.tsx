import type { Product, Schemas } from '~shared/api/types'
import { Opened } from '~/features/referral/opened'
import { ReviewsBelow } from '~/features/reviews/below'
import { Details } from './details'
import { RecentlyViewed } from './recently-viewed'
import { Similar } from './similar'

/** What is found by scrolling. It comes after what is seen first, and each part of it asks for its data when it comes near. */
export default function Below({ product, size }: { product: Product; size: Schemas['Size'] | undefined }) {
  return (
    <>
      <Opened product={product} />
      <Details product={product} size={size} />
      <ReviewsBelow product={product} />
      <Similar product={product} />
      <RecentlyViewed except={[product.id]} />
    </>
  )
}
