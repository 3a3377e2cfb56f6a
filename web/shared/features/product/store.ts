import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard, Schemas } from '~shared/api/types'
import { kept } from '~shared/lib/persist'

const REMEMBERED = 12

/** Clicks on bloggers' lists, by the slug of the product that was opened; the click on a link, which counts for all of them, under "". */
export type Referrals = Record<string, Schemas['Referral']>

interface ProductState {
  /** Filled by `features/referral` alone, and only when somebody has allowed it. */
  referranceProductSlug: Referrals
  /** Products by their ids, the latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: {}, viewed: [] }

// Whole cards were kept at first, with prices that had grown old. A slug that was kept instead of clicks holds none, and is ignored.
const idsOnly = ({ viewed }: { viewed: { id: number }[] }): ProductState => ({ ...NOTHING, viewed: viewed.map(({ id }) => id) })

export const useProductStore = create<ProductState>()(persist(() => NOTHING, kept<ProductState>('product', { migrations: [idsOnly] })))

/** A card without the rest of its product. */
export const cardOf = ({
  id,
  name,
  slug,
  imageUrl,
  price,
  category,
  store,
  rating,
  reviewCount,
  inStock,
  isLiked,
  hasSizes,
  preparationDays,
  ...rest
}: Product) => {
  const card: ProductCard = {
    id,
    name,
    slug,
    imageUrl,
    price,
    category,
    store,
    rating,
    reviewCount,
    inStock,
    isLiked,
    hasSizes,
    preparationDays,
  }
  if (rest.discountedPrice !== undefined) card.discountedPrice = rest.discountedPrice
  if (rest.left !== undefined) card.left = rest.left
  return card
}

export const viewed = {
  remember: ({ id }: Pick<Product, 'id'>) =>
    useProductStore.setState(({ viewed }) => ({
      viewed: [id, ...viewed.filter((one) => one !== id)].slice(0, REMEMBERED),
    })),
  /** The next person on this device need not know. */
  forget: () => useProductStore.setState(NOTHING),
}
