import { http } from 'msw'
import { bonuses, TERMS } from '../bonuses-state'
import { BASE, ok, paged, refuse } from './answer'

export const bonusHandlers = [
  http.get(`${BASE}/user/bonuses`, ({ request }) => {
    const { items, meta } = paged(request, bonuses.account.entries, 20)
    return refuse(request) ?? ok({ ...bonuses.account, entries: items }, meta)
  }),
  http.get(`${BASE}/bonuses/terms`, () => ok(TERMS)),
]
