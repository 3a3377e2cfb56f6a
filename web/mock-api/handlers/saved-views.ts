// Handlers of the mock API: saved views of lists in the back office.
import type { Schemas } from '~shared/api/types'
import { savedViewsState as state } from '../saved-views-state'
import { on } from './contract'
import { forStaff, invalid, ok, problem } from './responses'

const PATH = '/admin/saved-views'
const MAX_PER_LIST = 20

type Name = Pick<Schemas['SavedView'], 'list' | 'name'>

const indexOf = ({ list, name }: Name) => state.all.findIndex((view) => view.list === list && view.name === name)

export const savedViewHandlers = [
  on(
    'get',
    PATH,
    forStaff(() => ok(state.all)),
  ),
  on(
    'put',
    PATH,
    forStaff(async ({ request }) => {
      const { previousName, ...view } = await request.json()
      const named = indexOf(view)
      const renamed = previousName === undefined || previousName === view.name ? -1 : indexOf({ list: view.list, name: previousName })
      if (renamed >= 0 && named >= 0) return invalid('name', 'duplicate', 'Bu ad artıq istifadə olunub')
      const index = renamed < 0 ? named : renamed
      const isFull = state.all.filter(({ list }) => list === view.list).length >= MAX_PER_LIST
      if (index < 0 && isFull) return problem(409, 'too_many_views', 'Bir siyahı üçün ən çoxu 20 görünüş saxlamaq olar.')
      const others = state.all.map((other) => (view.isDefault && other.list === view.list ? { ...other, isDefault: false } : other))
      state.all = index < 0 ? [...others, view] : others.map((other, position) => (position === index ? view : other))
      return ok(view)
    }),
  ),
  on(
    'delete',
    PATH,
    forStaff(async ({ request }) => {
      const index = indexOf(await request.json())
      state.all = state.all.filter((_view, position) => position !== index)
      return ok({})
    }),
  ),
]
