// Products that this device remembers: those viewed recently, and clicks on bloggers' links.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

const MAX_VIEWED = 12

/** The last click on a blogger's link by product slug, for which the blogger earns. A click for all products has the key "". */
export type Referrals = Record<string, Schemas['Referral']>

interface ProductState {
  /** Written only with consent. The misspelt name is in stored data. */
  referranceProductSlug: Referrals
  /** The ids, latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: {}, viewed: [] }

/** Version 0 stored whole cards. */
const migrateToIds = ({ viewed }: { viewed: { id: number }[] }): ProductState => ({ ...NOTHING, viewed: viewed.map(({ id }) => id) })

export const useProductStore = create<ProductState>()(
  persist(() => NOTHING, persisted<ProductState>('product', { migrations: [migrateToIds] })),
)

/** Returns the part of a product that lists show. */
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

export const viewed = {
  remember: ({ id }: Pick<Product, 'id'>) =>
    useProductStore.setState(({ viewed }) => ({
      viewed: [id, ...viewed.filter((other) => other !== id)].slice(0, MAX_VIEWED),
    })),
}

export const clearProductStore = () => useProductStore.setState(NOTHING)
