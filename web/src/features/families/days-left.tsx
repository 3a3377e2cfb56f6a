import { useT } from '~shared/i18n/context'

export function DaysLeft({ days }: { days: number }) {
  const t = useT()
  const said =
    days === 0 ? t('account.birthdays.today') : days === 1 ? t('account.birthdays.tomorrow') : t('account.birthdays.in', { count: days })
  return <p className="font-semibold text-accent-text">{said}</p>
}
