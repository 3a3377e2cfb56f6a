import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { adminPaths } from '~admin/paths'
import { phoneText } from '~shared/lib/phone-text'
import { ButtonLink } from '~shared/ui/button'
import { When } from '~shared/ui/when'
import { StateBadge } from '~shared/features/wholesale/state-badge'

/** A request in the list: who asks, for how much, and since when. */
export function RequestRow({ request }: { request: WholesaleRequest }) {
  const { t } = useI18n()
  const { code, companyName, voen, name, phoneNumber, status, createdAt, quote, invoice, lines } = request
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{companyName ?? name}</h2>
        <StateBadge state={status} />
        <span className="text-sm text-muted tabular-nums select-all">{code}</span>
        <When at={createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted">
        {voen && <span className="tabular-nums">{t('wholesale.desk.voen', { voen })}</span>}
        {companyName && <span>{name}</span>}
        <span className="tabular-nums">{phoneText(phoneNumber)}</span>
        {lines.length > 0 && <span>{t('wholesale.desk.lines', { count: lines.length })}</span>}
        {quote && <span className="font-medium text-ink">{money(quote.total)}</span>}
        {invoice && invoice.due > 0 && <span>{t('wholesale.desk.due', { amount: money(invoice.due) })}</span>}
        {invoice && invoice.excess > 0 && (
          <span className="font-medium text-bad">{t('wholesale.desk.excess', { amount: money(invoice.excess) })}</span>
        )}
      </p>
      <ButtonLink
        to={adminPaths.wholesaleRequest(code)}
        look="secondary"
        className="justify-self-start"
        aria-label={t('wholesale.desk.openOf', { code })}
      >
        {t('wholesale.desk.open')}
      </ButtonLink>
    </li>
  )
}
