import { CircleCheck, Hourglass, MessageCircleX } from 'lucide-react'
import type { Application } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

const LOOKS = {
  pending: { Icon: Hourglass, tone: 'bg-warn-soft' },
  approved: { Icon: CircleCheck, tone: 'bg-good-soft' },
  declined: { Icon: MessageCircleX, tone: 'bg-sunken' },
}

/** What became of the application. */
export function ApplicationState({ application }: { application: Application }) {
  const { t, locale } = useI18n()
  const { status, createdAt, decidedAt, reason } = application
  const { Icon, tone } = LOOKS[status]
  return (
    <section className={`flex max-w-2xl gap-4 rounded-xl p-5 ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div className="grid gap-1">
        <h2 className="text-lg">{t(`account.influencer.${status}.title`)}</h2>
        <p className="text-pretty">{t(`account.influencer.${status}.text`)}</p>
        {reason && <p className="font-medium wrap-anywhere">{t('account.influencer.reason', { reason })}</p>}
        <p className="text-sm text-muted">
          {t('account.influencer.sent', { date: date(locale, createdAt) })}
          {decidedAt && ` · ${t('account.influencer.answered', { date: date(locale, decidedAt) })}`}
        </p>
      </div>
    </section>
  )
}
