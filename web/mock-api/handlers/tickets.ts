// Handlers of the mock API: tickets are letters to support, from the contact form to the answer of an operator.
import type { TicketLetter } from '~shared/api/types'
import { USER } from '../profile-state'
import { tickets } from '../tickets-state'
import { forStaff, invalid, ok, paged, problem } from './responses'
import { on } from './contract'

/** The last letter of a new ticket's code, by the number of tickets. With the mock's three tickets, the next code ends with A. */
const CODE_LETTERS = 'XYZACDEFGHJKMNPQRTUVW'

/** Changes the ticket, and returns it as it is afterwards. MSW answers with a thrown response. */
function change(code: string, changesOf: (ticket: TicketLetter) => Partial<TicketLetter>): TicketLetter {
  const found = tickets.all.find((ticket) => ticket.code === code)
  if (!found) throw problem(404, 'ticket_not_found', 'Belə bir müraciət yoxdur.')
  const changed: TicketLetter = { ...found, ...changesOf(found) }
  tickets.all = tickets.all.map((ticket) => (ticket === found ? changed : ticket))
  return changed
}

/** Returns what the writer of a ticket gets to see. */
const receiptOf = ({ code, status, createdAt }: TicketLetter) => ({ code, status, createdAt })

export const ticketHandlers = [
  on('post', '/contact-us', async ({ request }) => {
    const form = await request.json()
    const code = `MR-7K4M-2${CODE_LETTERS[tickets.all.length % CODE_LETTERS.length]}`
    const ticket: TicketLetter = { ...form, code, answers: [], status: 'open', createdAt: new Date().toISOString() }
    tickets.all.unshift(ticket)
    return ok(receiptOf(ticket))
  }),
  on(
    'get',
    '/admin/tickets',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const [status, assigneeId, orderCode] = ['status', 'assigneeId', 'orderCode'].map((name) => query.get(name))
      const { items, meta } = paged(
        request,
        tickets.all
          .filter((ticket) => !status || ticket.status === status)
          .filter((ticket) => !assigneeId || String(ticket.assigneeId) === assigneeId)
          .filter((ticket) => !orderCode || ticket.orderCode === orderCode),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/tickets/{code}/answer',
    forStaff(async ({ request, params }) => {
      const { text } = await request.json()
      const at = new Date().toISOString()
      const withAnswer = ({ answers, closedAt = at }: TicketLetter): Partial<TicketLetter> => ({
        status: 'closed',
        closedAt,
        answers: [...answers, { operatorId: USER.id, at, text }],
      })
      return ok(change(params.code, withAnswer))
    }),
  ),
  on(
    'put',
    '/admin/tickets/{code}/assignee',
    forStaff(async ({ request, params }) => {
      const { assigneeId } = await request.json()
      return ok(change(params.code, () => ({ assigneeId })))
    }),
  ),
  on(
    'delete',
    '/admin/tickets/{code}/assignee',
    forStaff(({ params }) => ok(change(params.code, () => ({ assigneeId: undefined })))),
  ),
  on(
    'put',
    '/admin/tickets/{code}/order',
    forStaff(async ({ request, params }) => {
      const { orderCode } = await request.json()
      const plain = orderCode.toUpperCase().replaceAll(/[ -]/g, '')
      if (!/^SQ\w{6}$/.test(plain)) return invalid('orderCode', 'invalid', 'Düzgün deyil')
      return ok(change(params.code, () => ({ orderCode: `SQ-${plain.slice(2, 6)}-${plain.slice(6)}` })))
    }),
  ),
  on(
    'delete',
    '/admin/tickets/{code}/order',
    forStaff(({ params }) => ok(change(params.code, () => ({ orderCode: undefined })))),
  ),
  on(
    'post',
    '/admin/tickets/{code}/close',
    forStaff(({ params }) => {
      const closed = change(params.code, () => ({ status: 'closed', closedAt: new Date().toISOString() }))
      return ok(receiptOf(closed))
    }),
  ),
]
