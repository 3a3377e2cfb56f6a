import { bonuses, TERMS } from '../bonuses-state'
import { ok, paged, refuse } from './responses'
import { on } from './contract'

export const bonusHandlers = [
  on('get', '/user/bonuses', ({ request }) => {
    const { items, meta } = paged(request, bonuses.account.entries, 20)
    return refuse(request) ?? ok({ ...bonuses.account, entries: items }, meta)
  }),
  on('get', '/bonuses/terms', () => ok(TERMS)),
]
