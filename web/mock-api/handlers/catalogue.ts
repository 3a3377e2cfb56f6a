import { card, category, categoryPath, product, products, roots } from '../catalogue'
import { correctedOf, facetsOf, findProducts } from '../listing'
import { state } from '../state'
import { localeOf, ok, paged, problem } from './responses'
import { on } from './contract'

const MAX_SIMILAR = 6

export const catalogueHandlers = [
  on('get', '/category/all/tree', ({ request }) => ok(roots(localeOf(request)))),
  on('get', '/category/parent/{slug}', ({ request, params }) => {
    const path = categoryPath(params.slug)
    return path
      ? ok(path.map((ancestor) => category(ancestor, localeOf(request), 0)))
      : problem(404, 'category_not_found', 'Kateqoriya tapılmadı')
  }),
  on('get', '/category/{category}', ({ request, params }) => {
    const found = categoryPath(params.category)?.at(-1)
    return found ? ok(category(found, localeOf(request), 1)) : problem(404, 'category_not_found', 'Kateqoriya tapılmadı')
  }),
  on('get', '/product/all', ({ request }) => {
    const query = new URL(request.url).searchParams
    const corrected = correctedOf(query.get('search') ?? '')
    const { items, meta } = paged(request, findProducts(query))
    const locale = localeOf(request)
    return ok(
      {
        products: items.map((raw) => card(raw, locale, state.liked)),
        facets: query.get('facets') === 'true' ? facetsOf(query, locale) : [],
        searchId: query.get('searchId') ?? `list-${query.get('search') ?? query.get('category') ?? ''}`,
        ...(corrected && { corrected }),
      },
      meta,
    )
  }),
  on('get', '/product/{product}/similar', ({ request, params }) => {
    const raw = products.find(({ slug }) => slug === params.product)
    if (!raw) return problem(404, 'product_not_found', 'Məhsul tapılmadı')
    const rank = ({ category }: typeof raw) => Number(category !== raw.category)
    const similar = products.filter(({ id, stock }) => id !== raw.id && stock > 0).toSorted((a, b) => rank(a) - rank(b))
    return ok(similar.slice(0, MAX_SIMILAR).map((similarProduct) => card(similarProduct, localeOf(request), state.liked)))
  }),
  on('get', '/product/{product}', ({ request, params }) => {
    const raw = products.find(({ slug, id }) => slug === params.product || String(id) === params.product)
    return raw ? ok(product(raw, localeOf(request), state.liked)) : problem(404, 'product_not_found', 'Məhsul tapılmadı')
  }),
]
