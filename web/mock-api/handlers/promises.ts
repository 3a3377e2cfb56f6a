// Handlers of the mock API: the shop's promises (delivery, returns, bonuses), and the rules behind them, which operators edit.
import type { Schemas } from '~shared/api/types'
import { promiseRules } from '../promise-rules-state'
import { PROMISES } from '../promises'
import { ok, refuse } from './responses'
import { on } from './contract'

type Rules = Schemas['PromiseRules']

/** Replaces a section of the rules, and returns the response with all rules. */
function saveSection(part: Partial<Rules>) {
  promiseRules.rules = { ...promiseRules.rules, ...part }
  return ok(promiseRules.rules)
}

export const promiseHandlers = [
  on('get', '/promises', () => ok(PROMISES)),
  on('get', '/admin/promises', ({ request }) => refuse(request) ?? ok(promiseRules.rules)),
  on('put', '/admin/promises/bonus-rules', async ({ request }) => refuse(request) ?? saveSection({ bonus: await request.json() })),
  on('put', '/admin/promises/return-exceptions', async ({ request }) => refuse(request) ?? saveSection({ returns: await request.json() })),
]
