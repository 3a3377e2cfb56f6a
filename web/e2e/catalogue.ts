// The products and categories of the demo shop that tests need.

import type { APIRequestContext } from '@playwright/test'
import type { Category, Field, PageMeta, Product, ProductCard } from '~shared/api/types'

export interface Catalogue {
  /** Has no sizes and no discount, but plenty in stock. */
  plain: ProductCard
  /** Like `plain`, but discounted, and expensive enough for instalments. */
  discounted: ProductCard
  /** Has at least two sizes with three pieces in stock. */
  sized: Product
  soldOut: ProductCard
  tree: Category[]
  /** Has more than one page of products. */
  big: Category
  /** Has facets: properties to filter by. */
  faceted: Category
}

/** In qəpik (1 ₼ = 100 qəpik). */
const INSTALMENTS_FROM = 10_000

type Get = <T>(path: string) => Promise<T>

interface ProductPage {
  data: { products: ProductCard[]; facets: Field[] }
  meta: PageMeta
}

export async function findCatalogue(request: APIRequestContext): Promise<Catalogue> {
  const get: Get = async (path) => (await request.get(`/api/v1${path}`, { headers: { 'accept-language': 'az' } })).json()
  const [products, tree] = await Promise.all([everyProduct(get), get<{ data: Category[] }>('/category/all/tree')])
  const findFirst = (description: string, matches: (product: ProductCard) => boolean) => {
    const product = products.find(matches)
    if (!product) throw new Error(`the demo has no ${description} product`)
    return product
  }
  // A product that sells out would make later tests fail. Each stock takes a request, so this compares the most popular products only.
  const findBestStocked = async (description: string, matches: (product: ProductCard) => boolean) => {
    const candidates = products.filter(matches).slice(0, 40)
    const stocks = await Promise.all(candidates.map(async ({ slug }) => (await get<{ data: Product }>(`/product/${slug}`)).data.stock))
    return candidates[stocks.indexOf(Math.max(...stocks))] ?? findFirst(description, matches)
  }

  const big = tree.data.toSorted((a, b) => b.productCount - a.productCount)[0]
  if (!big) throw new Error('the demo has no categories')
  return {
    plain: await findBestStocked('plain', (product) => isWellStocked(product) && product.discountedPrice === undefined),
    discounted: await findBestStocked(
      'discounted',
      (product) => isWellStocked(product) && (product.discountedPrice ?? 0) >= INSTALMENTS_FROM,
    ),
    sized: await firstSized(get, products),
    soldOut: findFirst('sold-out', ({ inStock }) => !inStock),
    tree: tree.data,
    big,
    faceted: await firstFaceted(get, tree.data),
  }
}

/** The API sends `left` only for products of which few are left. */
const isWellStocked = ({ inStock, hasSizes, left }: ProductCard) => inStock && !hasSizes && left === undefined

/** The most popular products are first. */
async function everyProduct(get: Get): Promise<ProductCard[]> {
  const readPage = (number: number) => get<ProductPage>(`/product/all?sort=popular&perPage=100&page=${number}`)
  const firstPage = await readPage(1)
  const furtherPages = await Promise.all(Array.from({ length: firstPage.meta.lastPage - 1 }, (_, index) => readPage(index + 2)))
  return [firstPage, ...furtherPages].flatMap(({ data }) => data.products)
}

async function firstSized(get: Get, products: ProductCard[]): Promise<Product> {
  for (const { slug } of products.filter(({ hasSizes, inStock }) => hasSizes && inStock).slice(0, 20)) {
    const { data } = await get<{ data: Product }>(`/product/${slug}`)
    if (data.sizes.filter(({ stock }) => stock >= 3).length >= 2) return data
  }
  throw new Error('the demo has no product with two sizes in stock')
}

async function firstFaceted(get: Get, tree: Category[]): Promise<Category> {
  for (const category of tree) {
    const fields = await get<{ data: Field[] }>(`/category/fields/${category.slug}?onlyFilterable=true`)
    if (fields.data.some(({ type, values }) => type === 'choice' && values.some(({ count }) => count > 0))) return category
  }
  throw new Error('no category can be filtered by a choice')
}
