// Lists of products that a blogger has chosen.
import type { ProductList } from '~shared/api/types'
import { card, products } from '../catalogue'
import { storeList, type StoredList, lists } from '../lists-state'
import { profile } from '../profile-state'
import { state } from '../state'
import { localeOf, ok, paged, problem, refuse } from './responses'
import { type MockRequest, on, type Reply } from './contract'

const MAX_PRODUCTS = 200
const PREVIEW_PICTURES = 4

type Request = MockRequest['request']

const cards = (list: StoredList, request: Request) =>
  list.productIds.flatMap((id) => products.filter((raw) => raw.id === id)).map((raw) => card(raw, localeOf(request), state.liked))

/** `hasProduct` is about the product that the request names. */
const listFor = (list: StoredList, request: Request): ProductList => {
  const { productIds, ...fields } = list
  const productId = Number(new URL(request.url).searchParams.get('productId'))
  return {
    ...fields,
    productCount: productIds.length,
    hasProduct: productIds.includes(productId),
    images: cards(list, request)
      .slice(0, PREVIEW_PICTURES)
      .map(({ imageUrl }) => imageUrl),
  }
}

/** Wraps a handler of one list of the signed-in blogger. */
const withList =
  <A extends MockRequest<unknown, 'list'> | MockRequest<unknown, 'id'>, R>(handler: (list: StoredList, call: A) => R) =>
  (call: A): R | Reply<never> => {
    const params: Record<string, string> = call.params
    const list = lists.all.find(({ id }) => String(id) === (params.id ?? params.list))
    return refuse(call.request) ?? (list ? handler(list, call) : problem(404, 'list_not_found', 'Belə bir siyahı yoxdur.'))
  }

export const listHandlers = [
  on('get', '/list/all', ({ request }) => refuse(request) ?? ok(lists.all.map((list) => listFor(list, request)))),
  on('post', '/list', async ({ request }) => {
    const { name, description } = await request.json()
    if (!profile.user.isBlogger) return problem(403, 'not_a_blogger', 'Siyahıları yalnız influenserlər yarada bilər.')
    return refuse(request) ?? ok(listFor(storeList(name, description), request))
  }),
  on(
    'put',
    '/list/{list}',
    withList(async (list, { request }) => ok(listFor(Object.assign(list, await request.json()), request))),
  ),
  on(
    'delete',
    '/list/{list}',
    withList(({ id }) => {
      lists.all = lists.all.filter((list) => list.id !== id)
      return ok({})
    }),
  ),
  on(
    'post',
    '/list/{id}/products',
    withList(async (list, { request }) => {
      const { productId } = await request.json()
      if (list.productIds.length >= MAX_PRODUCTS) return problem(409, 'list_full', 'Siyahıda artıq yer yoxdur.')
      list.productIds = [productId, ...list.productIds.filter((id) => id !== productId)]
      return ok(listFor(list, request))
    }),
  ),
  on(
    'delete',
    '/list/{id}/products/{productId}',
    withList((list, { request, params }) => {
      list.productIds = list.productIds.filter((id) => String(id) !== params.productId)
      return ok(listFor(list, request))
    }),
  ),
  on('get', '/list/{list}', ({ request, params }) => {
    const list = lists.all.find(({ slug }) => slug === params.list)
    if (!list) return problem(404, 'list_not_found', 'Belə bir siyahı yoxdur.')
    const { items, meta } = paged(request, cards(list, request))
    return ok({ list: listFor(list, request), author: 'Leyla H.', products: items }, meta)
  }),
]
