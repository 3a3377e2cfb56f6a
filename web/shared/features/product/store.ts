import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

const MAX_VIEWED = 12

/** Clicks on bloggers' lists by product slug. A click on a blogger's link, which counts for all products, is under "". */
export type Referrals = Record<string, Schemas['Referral']>

interface ProductState {
  /** The referrals, written only by `features/referral`, with consent. Stored data has the misspelt name. */
  referranceProductSlug: Referrals
  /** The ids of viewed products, latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: {}, viewed: [] }

// Earlier versions stored whole cards, whose prices grew old, and a slug, which holds no clicks and is dropped.
const migrateToIds = ({ viewed }: { viewed: { id: number }[] }): ProductState => ({ ...NOTHING, viewed: viewed.map(({ id }) => id) })

export const useProductStore = create<ProductState>()(
  persist(() => NOTHING, persisted<ProductState>('product', { migrations: [migrateToIds] })),
)

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
      viewed: [id, ...viewed.filter((other) => other !== id)].slice(0, MAX_VIEWED),
    })),
}

/** Removes all data, at sign-out. */
export const clearProductStore = () => useProductStore.setState(NOTHING)
