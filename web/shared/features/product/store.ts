import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard, Schemas } from '~shared/api/types'
import { persisted } from '~shared/lib/persist'

const MAX_VIEWED = 12

/** Clicks on bloggers' lists by product slug. The click on a blogger's link, which counts for all products, is under "". */
export type Referrals = Record<string, Schemas['Referral']>

interface ProductState {
  /** Written only by `features/referral`, and only with consent. The name with its misspelling is the key in stored data. */
  referranceProductSlug: Referrals
  /** Ids of viewed products, latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: {}, viewed: [] }

// Earlier versions stored whole cards, whose prices grew old, and a slug instead of clicks. The slug holds no clicks and is dropped.
const migrateToIds = ({ viewed }: { viewed: { id: number }[] }): ProductState => ({ ...NOTHING, viewed: viewed.map(({ id }) => id) })

export const useProductStore = create<ProductState>()(
  persist(() => NOTHING, persisted<ProductState>('product', { migrations: [migrateToIds] })),
)

/** Returns the card of a product. */
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
      viewed: [id, ...viewed.filter((one) => one !== id)].slice(0, MAX_VIEWED),
    })),
  /** Clears the store at sign-out. */
  forget: () => useProductStore.setState(NOTHING),
}
