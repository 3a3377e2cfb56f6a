import { dashboard } from '../dashboard-state'
import { on } from './contract'
import { forStaff, ok } from './responses'

export const dashboardHandlers = [
  on(
    'get',
    '/admin/dashboard',
    forStaff(() => ok(dashboard.figures)),
  ),
  on(
    'get',
    '/admin/dashboard/accounts',
    forStaff(() => ok(dashboard.accounts)),
  ),
]
