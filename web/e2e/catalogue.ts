// Finds products and categories in the demo shop for tests. The fixture `catalogue` of shop.ts provides them.

import type { APIRequestContext } from '@playwright/test'
import type { Category, Field, PageMeta, Product, ProductCard } from '~shared/api/types'

/** Products and categories with the properties that the tests need. */
export interface Catalogue {
  /** A product with one price, no sizes, and plenty in stock. */
  plain: ProductCard
  /** A product like `plain`, but with a discount, and expensive enough for instalments. */
  reduced: ProductCard
  /** A product with at least two sizes of which three or more are in stock. */
  sized: Product
  /** A product of which nothing is in stock. */
  soldOut: ProductCard
  /** The top categories, which contain their subcategories as `children`. */
  tree: Category[]
  /** A top category with more than one page of products. */
  big: Category
  /** A top category with facets, which are properties to filter by, such as the colour. */
  faceted: Category
}

/** Instalments are offered from this price, in qəpik. */
const INSTALMENTS_FROM = 10_000

/** Returns the JSON of a public API path. */
type Get = <T>(path: string) => Promise<T>

interface ProductPage {
  data: { products: ProductCard[]; facets: Field[] }
  meta: PageMeta
}

/** Finds the catalogue in the demo data with which the shop was started. */
export async function findCatalogue(request: APIRequestContext): Promise<Catalogue> {
  const get: Get = async (path) => (await request.get(`/api/v1${path}`, { headers: { 'accept-language': 'az' } })).json()
  const [products, tree] = await Promise.all([everyProduct(get), get<{ data: Category[] }>('/category/all/tree')])
  const findFirst = (description: string, matches: (product: ProductCard) => boolean) => {
    const product = products.find(matches)
    if (!product) throw new Error(`the demo has no ${description} product`)
    return product
  }
  // Tests buy products, and a product that sells out would make later tests fail. So of the 40 most popular ones, this takes the one with
  // the largest stock.
  const findBestStocked = async (description: string, matches: (product: ProductCard) => boolean) => {
    const candidates = products.filter(matches).slice(0, 40)
    const stocks = await Promise.all(candidates.map(async ({ slug }) => (await get<{ data: Product }>(`/product/${slug}`)).data.stock))
    return candidates[stocks.indexOf(Math.max(...stocks))] ?? findFirst(description, matches)
  }

  const big = tree.data.toSorted((a, b) => b.productCount - a.productCount)[0]
  if (!big) throw new Error('the demo has no categories')
  return {
    plain: await findBestStocked('plain', (product) => isPlenty(product) && product.discountedPrice === undefined),
    reduced: await findBestStocked('reduced', (product) => isPlenty(product) && (product.discountedPrice ?? 0) >= INSTALMENTS_FROM),
    sized: await firstSized(get, products),
    soldOut: findFirst('sold-out', ({ inStock }) => !inStock),
    tree: tree.data,
    big,
    faceted: await firstFaceted(get, tree.data),
  }
}

/** Returns whether plenty of a product without sizes is in stock. The API sends `left` only for products of which few are left. */
const isPlenty = ({ inStock, hasSizes, left }: ProductCard) => inStock && !hasSizes && left === undefined

/** Returns all products of the shop, the most popular first. */
async function everyProduct(get: Get): Promise<ProductCard[]> {
  const readPage = (number: number) => get<ProductPage>(`/product/all?sort=popular&perPage=100&page=${number}`)
  const firstPage = await readPage(1)
  const furtherPages = await Promise.all(Array.from({ length: firstPage.meta.lastPage - 1 }, (_, index) => readPage(index + 2)))
  return [firstPage, ...furtherPages].flatMap(({ data }) => data.products)
}

/** Returns the first product with two sizes of which three or more are in stock, so that a test can buy three of each. */
async function firstSized(get: Get, products: ProductCard[]): Promise<Product> {
  for (const { slug } of products.filter(({ hasSizes, inStock }) => hasSizes && inStock).slice(0, 20)) {
    const { data } = await get<{ data: Product }>(`/product/${slug}`)
    if (data.sizes.filter(({ stock }) => stock >= 3).length >= 2) return data
  }
  throw new Error('the demo has no product with two sizes in stock')
}

/** Returns the first top category with a facet whose values are to choose from, and at least one of them has products. */
async function firstFaceted(get: Get, tree: Category[]): Promise<Category> {
  for (const category of tree) {
    const fields = await get<{ data: Field[] }>(`/category/fields/${category.slug}?onlyFilterable=true`)
    if (fields.data.some(({ type, values }) => type === 'choice' && values.some(({ count }) => count > 0))) return category
  }
  throw new Error('no category can be filtered by a choice')
}
