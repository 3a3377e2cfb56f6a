import { useLocale } from '~shared/i18n/context'
import { ago, date } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'

/** Shows the date on the server, whose output must not depend on its clock. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const locale = useLocale()
  const now = useNow()
  return (
    <time dateTime={at} className={className}>
      {now ? ago(locale, at, now) : date(locale, at)}
    </time>
  )
}
