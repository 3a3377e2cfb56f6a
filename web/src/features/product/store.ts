import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard } from '~/api/types'
import { kept } from '~/lib/persist'

const REMEMBERED = 12

interface ProductState {
  referranceProductSlug: string | null
  /** Products by their ids, the latest first. */
  viewed: number[]
}

const NOTHING: ProductState = { referranceProductSlug: null, viewed: [] }

// Whole cards were kept at first, with prices that had grown old.
const idsOnly = (kept: { viewed: { id: number }[] }) => ({ ...kept, viewed: kept.viewed.map(({ id }) => id) })

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
  ...rest
}: Product) => {
  const card: ProductCard = { id, name, slug, imageUrl, price, category, store, rating, reviewCount, inStock, isLiked, hasSizes }
  if (rest.discountedPrice !== undefined) card.discountedPrice = rest.discountedPrice
  if (rest.left !== undefined) card.left = rest.left
  return card
}

export const viewed = {
  remember: ({ id, slug }: Pick<Product, 'id' | 'slug'>) =>
    useProductStore.setState(({ viewed }) => ({
      referranceProductSlug: slug,
      viewed: [id, ...viewed.filter((one) => one !== id)].slice(0, REMEMBERED),
    })),
  /** The next person on this device need not know. */
  forget: () => useProductStore.setState(NOTHING),
}
