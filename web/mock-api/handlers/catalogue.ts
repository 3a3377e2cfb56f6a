import { http } from 'msw'
import { card, category, chain, product, products, roots } from '../catalogue'
import { correctedOf, facetsOf, find } from '../listing'
import { state } from '../state'
import { BASE, localeOf, ok, paged, problem } from './answer'

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
    const corrected = correctedOf(query.get('search') ?? '')
    const { items, meta } = paged(request, find(query))
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
  http.get(`${BASE}/product/:slug/similar`, ({ request, params }) => {
    const raw = products.find(({ slug }) => slug === params.slug)
    if (!raw) return problem(404, 'product_not_found', 'Məhsul tapılmadı')
    const rank = ({ category }: typeof raw) => Number(category !== raw.category)
    const similar = products.filter(({ id, stock }) => id !== raw.id && stock > 0).toSorted((a, b) => rank(a) - rank(b))
    return ok(similar.slice(0, 6).map((one) => card(one, localeOf(request), state.liked)))
  }),
  http.get(`${BASE}/product/:slug`, ({ request, params }) => {
    const raw = products.find(({ slug, id }) => slug === params.slug || String(id) === params.slug)
    return raw ? ok(product(raw, localeOf(request), state.liked)) : problem(404, 'product_not_found', 'Məhsul tapılmadı')
  }),
]
