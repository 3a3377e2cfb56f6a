import { useQuery } from '@tanstack/react-query'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { adminPaths } from '~admin/paths'
import { useI18n } from '~shared/i18n/context'
import { RelativeTime } from '~shared/ui/relative-time'
import { Link } from 'react-router'
import { ticketsQuery } from './api'

export function LettersOfOrder({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const staffName = useStaffName()
  const letters = useQuery(ticketsQuery(locale, { orderCode: code })).data?.data ?? []
  if (letters.length === 0) return null
  return (
    <section aria-labelledby="letters" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="letters" className="text-xl">
        {t('admin.letters')}
      </h2>
      <ol className="divide-y divide-line">
        {letters.map(({ code, status, name, message, createdAt, answers }) => (
          <li key={code} className="grid gap-1 py-3">
            <p className="whitespace-pre-line wrap-anywhere">{message}</p>
            <p className="text-sm text-muted">
              {name} · <RelativeTime at={createdAt} /> ·{' '}
              <Link to={adminPaths.tickets(status === 'open' ? undefined : status)} className="text-accent-text hover:underline">
                {code}
              </Link>
            </p>
            {answers.map(({ operatorId, at, text }) => (
              <div key={at} className="grid gap-1 border-l-4 border-line-strong pl-4">
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                <p className="text-sm text-muted">
                  {staffName(operatorId)} · <RelativeTime at={at} />
                </p>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
