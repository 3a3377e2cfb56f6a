import type { Schemas } from '~shared/api/types'
import { customers } from '../customers-state'
import { on } from './contract'
import { forStaff, ok, problem } from './responses'

type Customer = Schemas['Customer']

const find = (id: string) => customers.all.find(({ accountId }) => String(accountId) === id)

/** Owners of the shop cannot be changed. */
function change(id: string, apply: (customer: Customer) => Customer) {
  const customer = find(id)
  if (!customer) return problem(404, 'customer_not_found', 'Müştəri tapılmadı')
  if (customer.roles.includes('owner')) return problem(403, 'staff_protected', 'Yalnız sahib əməkdaşın hesabını bloklaya bilər.')
  const changed = apply(customer)
  customers.all = customers.all.map((candidate) => (candidate === customer ? changed : candidate))
  return ok(changed)
}

export const customerHandlers = [
  on(
    'get',
    '/admin/customers',
    forStaff(({ request }) => {
      const text = (new URL(request.url).searchParams.get('q') ?? '').toLowerCase()
      return ok(customers.all.filter(({ code, phoneNumber, email }) => [code, phoneNumber, email].includes(text)))
    }),
  ),
  on(
    'get',
    '/admin/customers/{id}',
    forStaff(({ params }) => {
      const customer = find(params.id)
      return customer ? ok(customer) : problem(404, 'customer_not_found', 'Müştəri tapılmadı')
    }),
  ),
  on(
    'post',
    '/admin/customers/{id}/block',
    forStaff(async ({ request, params }) => {
      const { reason } = await request.json()
      return change(params.id, (customer) => ({ ...customer, devices: [], block: { at: new Date().toISOString(), blockedBy: 7, reason } }))
    }),
  ),
  on(
    'post',
    '/admin/customers/{id}/unblock',
    forStaff(({ params }) => change(params.id, ({ block: _block, ...customer }) => customer)),
  ),
  on(
    'post',
    '/admin/customers/{id}/end-sessions',
    forStaff(({ params }) => change(params.id, (customer) => ({ ...customer, devices: [] }))),
  ),
]
