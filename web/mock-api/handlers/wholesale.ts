// Mocks only the list of wholesale requests. Tests mock single requests themselves.
import { request } from '../wholesale-state'
import { forStaff, ok, paged } from './responses'
import { on } from './contract'

export const wholesaleHandlers = [
  on(
    'get',
    '/admin/wholesale',
    forStaff(({ request: httpRequest }) => {
      const status = new URL(httpRequest.url).searchParams.get('status')
      const { items, meta } = paged(
        httpRequest,
        [request()].filter((wholesale) => !status || wholesale.status === status),
        20,
      )
      return ok(items, meta)
    }),
  ),
]
