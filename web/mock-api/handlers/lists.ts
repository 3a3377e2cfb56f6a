import { http } from 'msw'
import type { ProductList } from '~shared/api/types'
import { card, products } from '../catalogue'
import { keepList, type KeptList, lists } from '../lists-state'
import { profile } from '../profile-state'
import { state } from '../state'
import { BASE, localeOf, ok, paged, problem, refuse } from './answer'

const MOST_PRODUCTS = 200

interface Asked {
  request: Request
  params: Record<string, string | readonly string[] | undefined>
}

const cards = (list: KeptList, request: Request) =>
  list.productIds.flatMap((id) => products.filter((raw) => raw.id === id)).map((raw) => card(raw, localeOf(request), state.liked))

const shown = (list: KeptList, request: Request): ProductList => {
  const { productIds, ...rest } = list
  const asked = Number(new URL(request.url).searchParams.get('productId'))
  return {
    ...rest,
    productCount: productIds.length,
    hasProduct: productIds.includes(asked),
    images: cards(list, request)
      .slice(0, 4)
      .map(({ imageUrl }) => imageUrl),
  }
}

/** For a blogger and about a list of theirs. */
const about =
  (answer: (list: KeptList, asked: Asked) => Response | Promise<Response>) =>
  (asked: Asked): Response | Promise<Response> => {
    const list = lists.all.find(({ id }) => String(id) === asked.params.id)
    return refuse(asked.request) ?? (list ? answer(list, asked) : problem(404, 'list_not_found', 'Belə bir siyahı yoxdur.'))
  }

export const listHandlers = [
  http.get(`${BASE}/list/all`, ({ request }) => refuse(request) ?? ok(lists.all.map((list) => shown(list, request)))),
  http.post(`${BASE}/list`, async ({ request }) => {
    const { name, description } = (await request.json()) as { name: string; description?: string }
    if (!profile.user.isBlogger) return problem(403, 'not_a_blogger', 'Siyahıları yalnız influenserlər yarada bilər.')
    return refuse(request) ?? ok(shown(keepList(name, description), request))
  }),
  http.put(
    `${BASE}/list/:id`,
    about(async (list, { request }) => ok(shown(Object.assign(list, (await request.json()) as Partial<KeptList>), request))),
  ),
  http.delete(
    `${BASE}/list/:id`,
    about(({ id }) => {
      lists.all = lists.all.filter((one) => one.id !== id)
      return ok({})
    }),
  ),
  http.post(
    `${BASE}/list/:id/products`,
    about(async (list, { request }) => {
      const { productId } = (await request.json()) as { productId: number }
      if (list.productIds.length >= MOST_PRODUCTS) return problem(409, 'list_full', 'Siyahıda artıq yer yoxdur.')
      list.productIds = [productId, ...list.productIds.filter((one) => one !== productId)]
      return ok(shown(list, request))
    }),
  ),
  http.delete(
    `${BASE}/list/:id/products/:productId`,
    about((list, { request, params }) => {
      list.productIds = list.productIds.filter((one) => String(one) !== params.productId)
      return ok(shown(list, request))
    }),
  ),
  http.get(`${BASE}/list/:slug`, ({ request, params }) => {
    const list = lists.all.find(({ slug }) => slug === params.slug)
    if (!list) return problem(404, 'list_not_found', 'Belə bir siyahı yoxdur.')
    const { items, meta } = paged(request, cards(list, request))
    return ok({ list: shown(list, request), author: 'Leyla H.', products: items }, meta)
  }),
]
