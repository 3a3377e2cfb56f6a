import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product, ProductCard } from '~/api/types'
import { kept } from '~/lib/persist'

const REMEMBERED = 12

interface ProductState {
  referranceProductSlug: string | null
  viewed: ProductCard[]
}

export const useProductStore = create<ProductState>()(
  persist((): ProductState => ({ referranceProductSlug: null, viewed: [] }), kept<ProductState>('product')),
)

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

export const remember = (product: Product) =>
  useProductStore.setState(({ viewed }) => ({
    referranceProductSlug: product.slug,
    viewed: [cardOf(product), ...viewed.filter(({ id }) => id !== product.id)].slice(0, REMEMBERED),
  }))
