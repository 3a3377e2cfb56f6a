import { http } from 'msw'
import { request } from '../wholesale-state'
import { BASE, forOperators, ok, paged } from './answer'

export const wholesaleHandlers = [
  http.get(
    `${BASE}/admin/wholesale`,
    forOperators(({ request: asked }) => {
      const status = new URL(asked.url).searchParams.get('status')
      const { items, meta } = paged(
        asked,
        [request()].filter((one) => !status || one.status === status),
        20,
      )
      return ok(items, meta)
    }),
  ),
]
