// One letter of a customer, with its answers. It is answered here, in the own mail program, or marked as answered.
import { Check, Mail, Phone, Reply } from 'lucide-react'
import { useState } from 'react'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { IfMay } from '~admin/session/access'
import type { TicketLetter } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { phoneText } from '~shared/lib/text'
import { Button, buttonClass } from '~shared/ui/button'
import { RelativeTime } from '~shared/ui/relative-time'
import { AnswerForm } from './answer-form'
import { useCloseTicket } from './api'
import { Assignee } from './assignee'
import { LinkedOrder } from './linked-order'

export function TicketCard({ ticket }: { ticket: TicketLetter }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const staffName = useStaffName()
  const [isAnswering, setAnswering] = useState(false)
  const { code, name, message, createdAt, closedAt } = ticket
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
      <TicketButtons ticket={ticket} isAnswering={isAnswering} onAnswer={() => setAnswering(true)} />
    </li>
  )
}

interface ButtonsProps {
  ticket: TicketLetter
  isAnswering: boolean
  onAnswer: () => void
}

function TicketButtons({ ticket, isAnswering, onAnswer }: ButtonsProps) {
  const { t } = useI18n()
  const { mutate: close, isPending } = useCloseTicket()
  const { code, status, name, phoneNumber } = ticket
  const isOpen = status === 'open'
  const nameOf = (act: string) => t('adminSite.tickets.of', { act, name, code })
  return (
    <div className="flex flex-wrap gap-2">
      {!isAnswering && (
        <IfMay permission="tickets_write">
          <Button look={isOpen ? 'primary' : 'secondary'} aria-label={nameOf(t('adminSite.tickets.answer'))} onClick={onAnswer}>
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
  )
}

/** Returns the address of an answer in the user's own mail program, for attachments. The subject has the code. */
const answerLink = ({ email, code }: TicketLetter) => `mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`
