import { card, products, roots, stores } from '../catalogue'
import { correctedOf, fold, productsMatching } from '../listing'
import { state } from '../state'
import { SEARCHES } from '../searches'
import { forStaff, localeOf, ok, paged } from './responses'
import { on } from './contract'

const POPULAR = { az: ['qızılgül', 'şokolad', 'ətir', 'ad günü'], ru: ['розы', 'шоколад', 'духи'], en: ['roses', 'chocolate', 'perfume'] }
const MIN_LETTERS = 2

const mostPopular = () => [...products].sort((a, b) => b.popularity - a.popularity).slice(0, 6)

const hasWordStartingWith = (name: string, query: string) =>
  fold(name)
    .split(' ')
    .some((word) => word.startsWith(fold(query)))

export const searchHandlers = [
  on('get', '/product/suggest', ({ request }) => {
    const locale = localeOf(request)
    const typed = new URL(request.url).searchParams.get('q') ?? ''
    if (typed.length < MIN_LETTERS)
      return ok({ products: [], categories: roots(locale, 0).slice(0, 3), stores: [], queries: POPULAR[locale], isFallback: false })
    const corrected = correctedOf(typed)
    const query = corrected ?? typed
    const found = productsMatching(query).sort((a, b) => b.popularity - a.popularity)
    const isFallback = found.length === 0
    const topCategories = roots(locale).flatMap((root) => [root, ...root.children])
    if (isFallback)
      return ok({
        products: mostPopular().map((raw) => card(raw, locale, state.liked)),
        categories: [],
        stores: [],
        queries: POPULAR[locale],
        isFallback,
      })
    return ok({
      isFallback,
      products: found.slice(0, 6).map((raw) => card(raw, locale, state.liked)),
      categories: topCategories.filter(({ name }) => hasWordStartingWith(name, query)).slice(0, 3),
      stores: stores(locale)
        .filter(({ name }) => hasWordStartingWith(name, query))
        .slice(0, 3),
      queries: [...new Set(found.slice(0, 3).map((raw) => raw.name[locale].toLowerCase()))],
      ...(corrected && { corrected }),
    })
  }),
  on(
    'get',
    '/admin/search',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      // The shortest period has no searches.
      const inPeriod = query.get('days') === '7' ? [] : SEARCHES
      const { items, meta } = paged(
        request,
        inPeriod.filter(({ empty }) => empty > 0 || !query.has('onlyEmpty')),
      )
      return ok(items, meta)
    }),
  ),
  on('post', '/product/search/opened', async ({ request }) => {
    state.opened.push(await request.json())
    return ok({})
  }),
]
