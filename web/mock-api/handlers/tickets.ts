// Handlers of the mock API: letters to support, from the contact form to the answer of an operator.
import type { TicketLetter } from '~shared/api/types'
import { USER } from '../profile-state'
import { tickets } from '../tickets-state'
import { forStaff, invalid, ok, paged, problem } from './responses'
import { on } from './contract'

/** The last letter of a new ticket's code, by the number of tickets. With the mock's three tickets, the next code ends with A. */
const CODE_LETTERS = 'XYZACDEFGHJKMNPQRTUVW'

/** Changes a letter, and returns it as it is afterwards. */
function change(code: string | undefined, values: Partial<TicketLetter>) {
  const ticket = tickets.all.find((letter) => letter.code === code)
  if (!ticket) return problem(404, 'ticket_not_found', 'Belə bir müraciət yoxdur.')
  const changed: TicketLetter = { ...ticket, ...values }
  tickets.all = tickets.all.map((letter) => (letter === ticket ? changed : letter))
  return ok(changed)
}

/** Returns what the writer of a letter gets to see. */
const ticketOf = ({ code, status, createdAt }: TicketLetter) => ({ code, status, createdAt })

export const ticketHandlers = [
  on('post', '/contact-us', async ({ request }) => {
    const letter = await request.json()
    const code = `MR-7K4M-2${CODE_LETTERS[tickets.all.length % CODE_LETTERS.length]}`
    const ticket: TicketLetter = { ...letter, code, answers: [], status: 'open', createdAt: new Date().toISOString() }
    tickets.all.unshift(ticket)
    return ok(ticketOf(ticket))
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
          .filter((letter) => !status || letter.status === status)
          .filter((letter) => !assigneeId || String(letter.assigneeId) === assigneeId)
          .filter((letter) => !orderCode || letter.orderCode === orderCode),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/tickets/{code}/answer',
    forStaff(async ({ request, params }) => {
      const ticket = tickets.all.find(({ code }) => code === params.code)
      if (!ticket) return problem(404, 'ticket_not_found', 'Belə bir müraciət yoxdur.')
      const { text } = await request.json()
      const at = new Date().toISOString()
      const answered: TicketLetter = {
        ...ticket,
        status: 'closed',
        closedAt: ticket.closedAt ?? at,
        answers: [...ticket.answers, { operatorId: USER.id, at, text }],
      }
      tickets.all = tickets.all.map((letter) => (letter === ticket ? answered : letter))
      return ok(answered)
    }),
  ),
  on(
    'put',
    '/admin/tickets/{code}/assignee',
    forStaff(async ({ request, params }) => change(params.code, await request.json())),
  ),
  on(
    'delete',
    '/admin/tickets/{code}/assignee',
    forStaff(({ params }) => change(params.code, { assigneeId: undefined })),
  ),
  on(
    'put',
    '/admin/tickets/{code}/order',
    forStaff(async ({ request, params }) => {
      const { orderCode } = await request.json()
      const plain = orderCode.toUpperCase().replaceAll(/[ -]/g, '')
      if (!/^SQ\w{6}$/.test(plain)) return invalid('orderCode', 'invalid', 'Düzgün deyil')
      return change(params.code, { orderCode: `SQ-${plain.slice(2, 6)}-${plain.slice(6)}` })
    }),
  ),
  on(
    'delete',
    '/admin/tickets/{code}/order',
    forStaff(({ params }) => change(params.code, { orderCode: undefined })),
  ),
  on(
    'post',
    '/admin/tickets/{code}/close',
    forStaff(({ params }) => {
      const ticket = tickets.all.find(({ code }) => code === params.code)
      if (!ticket) return problem(404, 'ticket_not_found', 'Belə bir müraciət yoxdur.')
      const closed: TicketLetter = { ...ticket, status: 'closed', closedAt: new Date().toISOString() }
      tickets.all = tickets.all.map((letter) => (letter === ticket ? closed : letter))
      return ok(ticketOf(closed))
    }),
  ),
]
