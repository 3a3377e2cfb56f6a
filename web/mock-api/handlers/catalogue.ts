import { http } from 'msw'
import { card, category, chain, facets, isIn, product, products, type RawProduct, roots, stores } from '../catalogue'
import { state } from '../state'
import { BASE, localeOf, ok, paged, problem } from './answer'

/** Disjunctive: what a field counts does not depend on what is chosen in it. */
function without(query: URLSearchParams, key: string) {
  const rest = new URLSearchParams(query)
  rest.delete(`fields[${key}]`)
  return rest
}

const now = (raw: RawProduct) => raw.discounted ?? raw.price
const ORDERS: Record<string, (a: RawProduct, b: RawProduct) => number> = {
  popular: (a, b) => b.popularity - a.popularity,
  newest: (a, b) => a.days - b.days,
  price_asc: (a, b) => now(a) - now(b),
  price_desc: (a, b) => now(b) - now(a),
  rating: (a, b) => b.rating - a.rating,
}

/** A product as one filter sees it. */
function matches(query: URLSearchParams, raw: RawProduct) {
  const own = query.get('category') ? chain(query.get('category') ?? '')?.at(-1) : undefined
  const search = query.get('search')?.toLocaleLowerCase('az')
  const fields = [...query].flatMap(([name, value]) =>
    name.match(/^fields\[(.+)\]$/)?.[1] ? [[name.slice(7, -1), value.split(',')] as const] : [],
  )
  return (
    (!query.get('category') || (own !== undefined && isIn(raw, own))) &&
    (!query.get('store') || raw.store === query.get('store')) &&
    (!search || Object.values(raw.name).some((name) => name.toLocaleLowerCase('az').includes(search))) &&
    (!query.get('minPrice') || now(raw) >= Number(query.get('minPrice'))) &&
    (!query.get('maxPrice') || now(raw) <= Number(query.get('maxPrice'))) &&
    (query.get('discounted') !== 'true' || raw.discounted !== undefined) &&
    (query.get('inStock') !== 'true' || raw.stock > 0) &&
    fields.every(([key, values]) => values.includes(String(raw.fields[key])))
  )
}

export const catalogueHandlers = [
  http.get(`${BASE}/category/all/tree`, ({ request }) => ok(roots(localeOf(request)))),
  http.get(`${BASE}/category/parent/:slug`, ({ request, params }) => {
    const path = chain(String(params.slug))
    return path ? ok(path.map((one) => category(one, localeOf(request), 0))) : problem(404, 'category_not_found', 'Kateqoriya tapılmadı')
  }),
  http.get(`${BASE}/category/:slug`, ({ request, params }) => {
    const own = chain(String(params.slug))?.at(-1)
    return own ? ok(category(own, localeOf(request), 1)) : problem(404, 'category_not_found', 'Kateqoriya tapılmadı')
  }),
  http.get(`${BASE}/product/all`, ({ request }) => {
    const query = new URL(request.url).searchParams
    const found = products.filter((raw) => matches(query, raw)).sort(ORDERS[query.get('sort') ?? 'popular'] ?? ORDERS.popular)
    const { items, meta } = paged(request, found)
    const locale = localeOf(request)
    return ok(
      {
        products: items.map((raw) => card(raw, locale, state.liked)),
        facets: facets(query.get('category'), (key) => products.filter((raw) => matches(without(query, key), raw)), locale),
      },
      meta,
    )
  }),
  http.get(`${BASE}/product/:slug`, ({ request, params }) => {
    const raw = products.find(({ slug, id }) => slug === params.slug || String(id) === params.slug)
    return raw ? ok(product(raw, localeOf(request), state.liked)) : problem(404, 'product_not_found', 'Məhsul tapılmadı')
  }),
  http.get(`${BASE}/store/all`, ({ request }) => {
    const { items, meta } = paged(request, stores(localeOf(request)))
    return ok(items, meta)
  }),
  http.get(`${BASE}/store/:slug`, ({ request, params }) => {
    const store = stores(localeOf(request)).find(({ slug }) => slug === params.slug)
    return store ? ok(store) : problem(404, 'store_not_found', 'Mağaza tapılmadı')
  }),
]
