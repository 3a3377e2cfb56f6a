// What this device remembers of products: those viewed recently, and the clicks on bloggers' links that led here (referrals).

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

/** The length of the row "recently viewed". */
const MAX_VIEWED = 12

/**
 * The last click for each product slug: a blogger whose list led to a product earns money when it is bought. A click on a blogger's own
 * link counts for all products and has the key "".
 */
export type Referrals = Record<string, Schemas['Referral']>

interface ProductState {
  /** The referrals, written only by `features/referral`, with consent. Stored data has the misspelt name. */
  referranceProductSlug: Referrals
  /** The ids of viewed products, latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: {}, viewed: [] }

/** Converts version 0, which stored whole cards, whose prices grew old. Its slug in place of the referrals is dropped. */
const migrateToIds = ({ viewed }: { viewed: { id: number }[] }): ProductState => ({ ...NOTHING, viewed: viewed.map(({ id }) => id) })

export const useProductStore = create<ProductState>()(
  persist(() => NOTHING, persisted<ProductState>('product', { migrations: [migrateToIds] })),
)

/** Returns a product as the card that lists show. */
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
  ...details
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
  if (details.discountedPrice !== undefined) card.discountedPrice = details.discountedPrice
  if (details.left !== undefined) card.left = details.left
  return card
}

/** Recently viewed products. */
export const viewed = {
  remember: ({ id }: Pick<Product, 'id'>) =>
    useProductStore.setState(({ viewed }) => ({
      viewed: [id, ...viewed.filter((other) => other !== id)].slice(0, MAX_VIEWED),
    })),
}

/** Removes all data, at sign-out. */
export const clearProductStore = () => useProductStore.setState(NOTHING)
