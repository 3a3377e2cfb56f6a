// Tickets: letters that customers sent to support. The newest two are open, and the newest is about an order. The third is closed.
import type { TicketLetter } from '~shared/api/types'

const HOUR_MS = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const LETTERS: Pick<TicketLetter, 'code' | 'name' | 'message'>[] = [
  {
    code: 'MR-9XPT-4D',
    name: 'Aygün Məmmədova',
    message:
      'Salam! Anamın ad günü üçün buketi axşam saat səkkizdən sonra gətirmək olar?\n\nÜnvan Yasamaldadır, qapıda kod var: zəng etsinlər.',
  },
  {
    code: 'MR-3HWD-8C',
    name: 'Сергей Петров',
    message: 'Здравствуйте, можно ли оплатить подарок картой зарубежного банка? Живу в Тбилиси, сестра в Баку.',
  },
  { code: 'MR-2F9T-6E', name: 'James Wilson', message: 'Do you deliver to Sheki on a Sunday? It is for my wife.' },
]

interface TicketsState {
  /** Newest first. */
  all: TicketLetter[]
}

const fresh = (): TicketsState => ({
  all: LETTERS.map((letter, index) => ({
    ...letter,
    answers: [],
    email: `letter-${index + 1}@example.az`,
    ...(index === 0 && { phoneNumber: '+994501234567', orderCode: 'SQ-3HWD-81' }),
    createdAt: ago(2 + index * 20),
    ...(index === 2 ? { status: 'closed', closedAt: ago(10) } : { status: 'open' }),
  })),
})

export const tickets: TicketsState = fresh()
export const resetTickets = () => Object.assign(tickets, fresh())
