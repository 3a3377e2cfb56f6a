import { request } from '../wholesale-state'
import { forOperators, ok, paged } from './responses'
import { on } from './contract'

export const wholesaleHandlers = [
  on(
    'get',
    '/admin/wholesale',
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
