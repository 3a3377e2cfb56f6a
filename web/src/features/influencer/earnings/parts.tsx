// Sections of the page of earnings.

import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { lastDay, percent } from '~/features/bonuses/rules'
import type { EarningFigures, InfluencerEarnings } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money, number } from '~shared/i18n/format'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { conversion } from './figures'

/** A purchase counts if it follows a click within `windowDays`. */
export function OwnLink({ code, windowDays }: { code: string; windowDays: number }) {
  const { t, locale } = useI18n()
  const link = `${location.origin}${inLocale(locale, paths.home())}?ref=${code}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.good(t('account.earnings.copied'))
    } catch {
      // Without clipboard permission, the link is shown to be copied by hand.
      toast.plain(link)
    }
  }
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-xl">{t('account.earnings.link')}</h2>
      <div className="flex flex-wrap items-center gap-4">
        <code className="min-w-0 font-semibold wrap-anywhere">{link}</code>
        <Button look="secondary" onClick={() => void copy()}>
          <Share2 aria-hidden className="size-4.5" />
          {t('account.earnings.copy')}
        </Button>
      </div>
      <p className="text-sm text-muted text-pretty">
        {t('account.earnings.linkText', { ending: `?ref=${code}` })} {t('account.earnings.window', { count: windowDays, n: windowDays })}
      </p>
    </section>
  )
}

/** The influencer's share of a sale, and when it is paid. */
export function Rates({ rates, returnDays }: Pick<InfluencerEarnings, 'rates' | 'returnDays'>) {
  const { t, locale } = useI18n()
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t('account.earnings.rules')}</h2>
      <div className="rounded-xl border border-line bg-surface px-5 py-3">
        {rates.length === 0 && <p>{t('account.earnings.noRates')}</p>}
        <dl className="divide-y divide-line">
          {rates.map(({ title, basisPoints, endsAt }) => (
            <div key={`${title}${basisPoints}`} className="flex items-center justify-between gap-4 py-3">
              <dt>
                {title}
                {endsAt && (
                  <span className="block text-sm text-muted">{t('account.earnings.until', { date: date(locale, lastDay(endsAt)) })}</span>
                )}
              </dt>
              <dd className="font-semibold tabular-nums">{percent(basisPoints)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-muted text-pretty">
          {t('account.earnings.paid')} {t('account.earnings.waits', { count: returnDays, n: returnDays })} {t('account.earnings.own')}
        </p>
      </div>
    </section>
  )
}

const CELL = 'py-2 align-top'
const NUMBER_CELL = `${CELL} pl-3 text-right whitespace-nowrap tabular-nums`

interface BreakdownRow {
  key: string
  name: ReactNode
  figures: EarningFigures
}

/** On phones, orders and conversion are below the name. */
export function Breakdown({ title, nameHeading, rows }: { title: string; nameHeading: string; rows: BreakdownRow[] }) {
  const { t } = useI18n()
  if (rows.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <div className="overflow-hidden rounded-xl border border-line bg-surface px-5 py-3">
        <table className="w-full text-[0.9375rem]">
          <thead>
            <tr className="text-left text-sm text-muted">
              <th scope="col" className={`${CELL} font-normal`}>
                {nameHeading}
              </th>
              <th scope="col" className={`${NUMBER_CELL} font-normal`}>
                {t('account.earnings.clicks')}
              </th>
              <th scope="col" className={`${NUMBER_CELL} hidden font-normal sm:table-cell`}>
                {t('account.earnings.orders')}
              </th>
              <th scope="col" className={`${NUMBER_CELL} hidden font-normal sm:table-cell`}>
                {t('account.earnings.conversion')}
              </th>
              <th scope="col" className={`${NUMBER_CELL} font-normal`}>
                {t('account.earnings.earned')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row" className={`${CELL} text-left font-normal wrap-anywhere`}>
                  {name}
                  <span className="block text-sm text-muted sm:hidden">
                    {t('account.earnings.ordersOf', { count: figures.orders, n: number(figures.orders) })}, {conversion(figures)}
                  </span>
                </th>
                <td className={NUMBER_CELL}>{number(figures.clicks)}</td>
                <td className={`${NUMBER_CELL} hidden sm:table-cell`}>{number(figures.orders)}</td>
                <td className={`${NUMBER_CELL} hidden sm:table-cell`}>{conversion(figures)}</td>
                <td className={NUMBER_CELL}>
                  {money(figures.earned)}
                  {figures.takenBack > 0 && <span className="block text-sm text-muted">{money(-figures.takenBack)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
