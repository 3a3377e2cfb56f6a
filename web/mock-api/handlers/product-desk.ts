// Products and their stock as operators edit them.
import { http } from 'msw'
import type { ProductDetails, ProductForm } from '~shared/api/types'
import { categoryPath, isIn, products } from '../catalogue'
import { addProduct, deskProductOf, deskProducts, formerForm, moveStock, movementsOf, rowOf, storeProduct } from '../product-desk-state'
import { type MockRequest, on, type Reply } from './contract'
import { BASE, cursorPage, forStaff, invalid, ok, problem } from './responses'

/** The stock is low at this number of available units. */
const LOW_STOCK = 5
/** The most examples in a bulk change. */
const MAX_SAMPLES = 20

const noProduct = () => problem(404, 'product_not_found', 'Məhsul tapılmadı')

/** The units that can be sold. */
const available = ({ stock, reserved }: ProductDetails) => stock - reserved
/** `part` is `picture` or a language whose texts are missing. */
const isMissing = ({ form }: ProductDetails, part: string | null) =>
  part === 'picture' ? form.pictures.length === 0 : !form.name[part as 'ru'] || !form.description[part as 'ru']

/** Categories below count, too. */
function isWithin({ id, form }: ProductDetails, categoryId: string): boolean {
  const category = categoryPath(categoryId)?.at(-1)
  const raw = products.find((product) => product.id === id)
  return form.categoryId === Number(categoryId) || (category !== undefined && raw !== undefined && isIn(raw, category))
}

function matches(product: ProductDetails, query: URLSearchParams): boolean {
  const { form } = product
  const text = query.get('text')?.toLowerCase() ?? ''
  const texts = [form.name.az, form.name.ru, form.name.en, form.slug, String(product.id)]
  const [categoryId, stock, missing] = [query.get('categoryId'), query.get('stock'), query.get('missing')]
  return (
    (!query.get('state') || product.state === query.get('state')) &&
    texts.some((candidate) => candidate?.toLowerCase().includes(text)) &&
    (!categoryId || isWithin(product, categoryId)) &&
    (!query.get('storeId') || form.storeId === Number(query.get('storeId'))) &&
    (stock !== 'none' || available(product) === 0) &&
    (stock !== 'low' || (available(product) >= 1 && available(product) <= LOW_STOCK)) &&
    (!missing || isMissing(product, missing))
  )
}

const COMPARATORS: Record<string, (a: ProductDetails, b: ProductDetails) => number> = {
  name: (a, b) => a.form.name.az.localeCompare(b.form.name.az),
  price: (a, b) => a.form.price - b.form.price,
  stock: (a, b) => available(a) - available(b),
  changed: (a, b) => a.changedAt.localeCompare(b.changedAt),
  newest: (a, b) => a.id - b.id,
}

function sorted(found: ProductDetails[], query: URLSearchParams): ProductDetails[] {
  const sort = query.get('sort') ?? 'newest'
  const direction = query.get('direction') ?? (sort === 'newest' || sort === 'changed' ? 'desc' : 'asc')
  const ascending = found.toSorted(COMPARATORS[sort])
  return direction === 'desc' ? ascending.toReversed() : ascending
}

/** Refuses a used slug or a wrong picture. `own` is the id of the edited product. */
function refuse({ slug, pictures }: ProductForm, own?: number) {
  if (slug && deskProducts().some(({ id, form }) => form.slug === slug && id !== own))
    return invalid('slug', 'duplicate', 'Belə ünvan artıq var')
  const broken = pictures.findIndex((url) => !url.startsWith('/media/'))
  return broken === -1 ? undefined : invalid(`pictures[${broken}]`, 'invalid_link', 'Şəkil tapılmadı')
}

const isUsed = (units: Pick<ProductDetails, 'stock' | 'reserved'>) => units.stock > 0 || units.reserved > 0

/** Refuses to remove sizes with units in stock. */
function refuseLossOfStock({ sizes, stock, reserved }: ProductDetails, form: ProductForm) {
  if (sizes.length === 0 && form.sizes.length > 0 && isUsed({ stock, reserved }))
    return problem(409, 'product_has_stock', 'Əvvəlcə məhsulun qalığını sıfıra endirin.')
  const isLost = sizes.some((size) => isUsed(size) && !form.sizes.some(({ id }) => id === size.id))
  return isLost ? problem(409, 'size_in_use', 'Qalığı olan ölçü silinə bilməz.') : undefined
}

/** The response to a change has no history. */
const saved = (product: ProductDetails) => ok({ ...product, changes: [] })

const withProduct = (handler: (product: ProductDetails) => Reply<{ data: ProductDetails }>) =>
  forStaff(({ params }: MockRequest<unknown, 'id'>) => {
    const existing = deskProductOf(params.id)
    return existing ? handler(existing) : noProduct()
  })

export const productDeskHandlers = [
  on(
    'post',
    '/admin/products/bulk',
    forStaff(async ({ request }) => {
      const { ids = [], filter = {}, change, dryRun } = await request.json()
      const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
      const chosen = deskProducts().filter((product) => (ids.length === 0 ? matches(product, query) : ids.includes(product.id)))
      const percent = change.pricePercent ?? 0
      const priceOf = (price: number) => change.price ?? Math.round((price * (100 + percent)) / 100)
      const samples = chosen.slice(0, MAX_SAMPLES).map(({ id, form }) => ({
        id,
        name: form.name,
        before: String(form.price),
        after: String(priceOf(form.price)),
      }))
      if (!dryRun) for (const { id, form } of chosen) storeProduct(id, 'changed', { price: priceOf(form.price) })
      const result = { affected: chosen.length, unchanged: 0, samples, refused: [], refusedCount: 0, isUndone: false }
      return ok(dryRun ? result : { ...result, id: 1 })
    }),
  ),
  on(
    'post',
    '/admin/products/bulk/{id}/undo',
    forStaff(({ params }) =>
      ok({ id: Number(params.id), affected: 1, unchanged: 0, samples: [], refused: [], refusedCount: 0, isUndone: true }),
    ),
  ),
  // Stands before `/admin/products/{id}`, which would take "export" for an id.
  http.get(`${BASE}/admin/products/export`, ({ request }) => new Response(new URL(request.url).search)),
  on(
    'get',
    '/admin/products',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.get('sort') === 'stock' && !query.get('stock')) return invalid('sort', 'invalid', 'Yalnız qalıq süzgəci ilə')
      const matching = sorted(
        deskProducts().filter((product) => matches(product, query)),
        query,
      )
      return cursorPage(request, matching.map(rowOf))
    }),
  ),
  on(
    'get',
    '/admin/products/{id}/versions/{version}',
    forStaff(({ params }) => {
      const former = formerForm(params.id, params.version)
      return former ? ok(former) : problem(404, 'product_version_unknown', 'Bu hal bərpa oluna bilmir')
    }),
  ),
  on(
    'get',
    '/admin/products/{id}',
    withProduct((product) => ok(product)),
  ),
  on(
    'post',
    '/admin/products',
    forStaff(async ({ request }) => {
      const form = await request.json()
      return refuse(form) ?? saved(addProduct(form, 'created'))
    }),
  ),
  on(
    'put',
    '/admin/products/{id}',
    forStaff(async ({ request, params }) => {
      const existing = deskProductOf(params.id)
      const { version, ...form } = await request.json()
      if (!existing) return noProduct()
      if (version !== existing.version) return problem(409, 'product_changed', 'Siz yazarkən başqası bu məhsulu dəyişib.')
      return refuse(form, existing.id) ?? refuseLossOfStock(existing, form) ?? saved(storeProduct(existing.id, 'changed', form))
    }),
  ),
  on(
    'post',
    '/admin/products/{id}/publish',
    withProduct(({ id, storeIsOpen }) =>
      storeIsOpen
        ? saved(storeProduct(id, 'published', {}, { state: 'published', publishedAt: new Date().toISOString() }))
        : problem(409, 'store_closed', 'Bağlı mağazanın məhsulu satışa çıxarıla bilməz.'),
    ),
  ),
  on(
    'post',
    '/admin/products/{id}/withdraw',
    withProduct(({ id, state }) =>
      state === 'draft'
        ? problem(409, 'product_is_draft', 'Qaralama satışda olmayıb.')
        : saved(storeProduct(id, 'withdrawn', {}, { state: 'withdrawn' })),
    ),
  ),
  on(
    'post',
    '/admin/products/{id}/duplicate',
    withProduct(({ form }) => {
      const sizes = form.sizes.map(({ id: _id, ...size }) => size)
      return saved(addProduct({ ...form, slug: `${form.slug}-2`, sizes }, 'duplicated'))
    }),
  ),
  on(
    'get',
    '/admin/products/{id}/movements',
    forStaff(({ request, params }) => {
      const existing = deskProductOf(params.id)
      return existing ? cursorPage(request, movementsOf(existing.id)) : noProduct()
    }),
  ),
  on(
    'post',
    '/admin/products/{id}/movements',
    forStaff(async ({ request, params }) => {
      const existing = deskProductOf(params.id)
      const form = await request.json()
      if (!existing) return noProduct()
      if (existing.sizes.length > 0 && form.sizeId === undefined) return invalid('sizeId', 'required', 'Ölçünü seçin')
      const movement = moveStock(existing.id, form)
      return movement ? ok(movement) : problem(409, 'stock_reserved', 'Sifarişlərdə olandan az qala bilməz.')
    }),
  ),
]
