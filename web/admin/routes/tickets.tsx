// The page of tickets (/idare/muracietler): letters that customers sent to support with the shop's contact form.
import { useQuery } from '@tanstack/react-query'
import { Check, Mail, Phone, Reply } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ticketColumns } from '~admin/features/exports/columns'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { AnswerForm } from '~admin/features/tickets/answer-form'
import { TICKET_VIEWS, ticketsQuery, type TicketView, ticketViewQuery, useCloseTicket } from '~admin/features/tickets/api'
import { Assignee } from '~admin/features/tickets/assignee'
import { LinkedOrder } from '~admin/features/tickets/linked-order'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import type { TicketLetter } from '~shared/api/types'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { phoneText } from '~shared/lib/text'
import { useNow } from '~shared/lib/clock'
import { Button, buttonClass } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'
import { RelativeTime } from '~shared/ui/relative-time'
import { IfMay } from '~admin/session/access'

/** The page: open letters, those of the user, or answered ones, as the address says. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const view = TICKET_VIEWS.find((view) => view === search.get('veziyyet')) ?? 'open'
  return (
    <AdminPage needs="tickets_read" title={t('adminSite.tickets.title')} text={t('adminSite.tickets.text')}>
      <ViewLinks current={view} />
      <PagedList
        key={view}
        queryOf={(page) => ticketViewQuery(locale, view, page)}
        keyOf={({ code }) => code}
        countText={(count) => t('adminSite.tickets.count', { count })}
        exported={{ list: 'tickets', columns: ticketColumns({ t, locale }) }}
        empty={
          view === 'open' ? (
            <EmptyState picture={emptyBell} title={t('adminSite.tickets.empty')} text={t('adminSite.tickets.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('adminSite.tickets.emptyElse')}</p>
          )
        }
      >
        {(ticket) => <TicketCard key={ticket.code} ticket={ticket} />}
      </PagedList>
    </AdminPage>
  )
}

/** Links to the views. The count of open letters is always shown. */
function ViewLinks({ current }: { current: TicketView }) {
  const { t, locale } = useI18n()
  const openCount = useQuery(ticketsQuery(locale, { status: 'open' })).data?.meta.total
  const choices = TICKET_VIEWS.map((view) => ({
    to: adminPaths.tickets(view === 'open' ? undefined : view),
    label: t(`adminSite.tickets.state.${view}`),
    count: view === 'open' ? openCount : undefined,
    isCurrent: view === current,
  }))
  return <FilterLinks label={t('adminSite.tickets.states')} choices={choices} />
}

/** Returns the address of an answer in the user's own mail program, for attachments. The subject has the code. */
const answerLink = ({ email, code }: TicketLetter) => `mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`

/** One letter with its answers. It is answered here, in the own mail program, or marked as answered. */
function TicketCard({ ticket }: { ticket: TicketLetter }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { mutate: close, isPending } = useCloseTicket()
  const staffName = useStaffName()
  const [isAnswering, setAnswering] = useState(false)
  const { code, status, name, phoneNumber, message, createdAt, closedAt } = ticket
  const isOpen = status === 'open'
  const nameOf = (act: string) => t('adminSite.tickets.of', { act, name, code })
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{name}</h2>
        <span className="text-sm text-muted tabular-nums select-all">{code}</span>
        <RelativeTime at={createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="leading-relaxed whitespace-pre-line wrap-anywhere">{message}</p>
      {ticket.answers.map(({ operatorId, at, text }) => (
        <div key={at} className="grid gap-1 border-l-4 border-line-strong pl-4">
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          <p className="text-sm text-muted">
            {staffName(String(operatorId))} · <RelativeTime at={at} />
          </p>
        </div>
      ))}
      <div className="grid items-end gap-x-5 gap-y-3 sm:grid-cols-2">
        <Assignee ticket={ticket} />
        <LinkedOrder ticket={ticket} />
      </div>
      {isAnswering && <AnswerForm ticket={ticket} onClose={() => setAnswering(false)} />}
      {closedAt && (
        <p className="text-[0.9375rem] text-muted">{t('adminSite.tickets.closedAt', { when: dayAndTime(locale, closedAt, now) })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isAnswering && (
          <IfMay permission="tickets_write">
            <Button
              look={isOpen ? 'primary' : 'secondary'}
              aria-label={nameOf(t('adminSite.tickets.answer'))}
              onClick={() => setAnswering(true)}
            >
              <Reply aria-hidden className="size-4.5" />
              {t('adminSite.tickets.answer')}
            </Button>
          </IfMay>
        )}
        <a href={answerLink(ticket)} aria-label={nameOf(t('adminSite.tickets.mail'))} className={buttonClass('secondary')}>
          <Mail aria-hidden className="size-4.5" />
          {t('adminSite.tickets.mail')}
        </a>
        {phoneNumber && (
          <a href={`tel:${phoneNumber}`} aria-label={nameOf(phoneText(phoneNumber))} className={buttonClass('secondary')}>
            <Phone aria-hidden className="size-4.5" />
            <span className="tabular-nums">{phoneText(phoneNumber)}</span>
          </a>
        )}
        {isOpen && (
          <IfMay permission="tickets_write">
            <Button
              look="secondary"
              aria-label={nameOf(t('adminSite.tickets.close'))}
              busy={isPending}
              disabled={isPending}
              onClick={() => close(code)}
            >
              <Check aria-hidden className="size-4.5" />
              {t('adminSite.tickets.close')}
            </Button>
          </IfMay>
        )}
      </div>
    </li>
  )
}
