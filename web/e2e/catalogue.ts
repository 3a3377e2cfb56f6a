import type { APIRequestContext } from '@playwright/test'
import type { Category, Field, PageMeta, Product, ProductCard } from '~shared/api/types'

/** Products and categories with the properties that the tests need. They are found in the demo data with which the shop was started. */
export interface Catalogue {
  /** A product with one price, no sizes, and plenty in stock. */
  plain: ProductCard
  /** A product like `plain`, but with a discount, and expensive enough for instalments. */
  reduced: ProductCard
  /** A product with at least two sizes of which three or more are in stock. */
  sized: Product
  soldOut: ProductCard
  tree: Category[]
  /** A top category with more than one page of products. */
  big: Category
  /** A top category with facets. */
  faceted: Category
}

/** Instalments are offered from this price, in qəpik. */
const INSTALMENTS_FROM = 10_000

type Get = <T>(path: string) => Promise<T>
interface Page {
  data: { products: ProductCard[]; facets: Field[] }
  meta: PageMeta
}

export async function findCatalogue(request: APIRequestContext): Promise<Catalogue> {
  const get: Get = async (path) => (await request.get(`/api/v1${path}`, { headers: { 'accept-language': 'az' } })).json()
  const [products, tree] = await Promise.all([everyProduct(get), get<{ data: Category[] }>('/category/all/tree')])
  const findFirst = (description: string, matches: (product: ProductCard) => boolean) => {
    const found = products.find(matches)
    if (!found) throw new Error(`the demo has no ${description} product`)
    return found
  }
  // Tests buy products, so they take the most popular one with the largest stock. A product that sells out would make later tests fail.
  const findBestStocked = async (description: string, matches: (product: ProductCard) => boolean) => {
    const found = products.filter(matches).slice(0, 40)
    const stocks = await Promise.all(found.map(async ({ slug }) => (await get<{ data: Product }>(`/product/${slug}`)).data.stock))
    return found[stocks.indexOf(Math.max(...stocks))] ?? findFirst(description, matches)
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

/** The API sends `left` only when few are left. */
const isPlenty = ({ inStock, hasSizes, left }: ProductCard) => inStock && !hasSizes && left === undefined

async function everyProduct(get: Get): Promise<ProductCard[]> {
  const page = (number: number) => get<Page>(`/product/all?sort=popular&perPage=100&page=${number}`)
  const { data, meta } = await page(1)
  const rest = await Promise.all(Array.from({ length: meta.lastPage - 1 }, (_, index) => page(index + 2)))
  return [data, ...rest.map((response) => response.data)].flatMap(({ products }) => products)
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
