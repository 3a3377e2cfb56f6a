import clsx from 'clsx'
import { Pause, Pencil, Play } from 'lucide-react'
import { adminPaths } from '~admin/paths'
import type { Promo, PromoStatus } from '~shared/api/types'
import { type Translate, useI18n, useT } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button, ButtonLink } from '~shared/ui/button'
import { usePause } from './api'

/** Returns for example `15% endirim, ən çoxu 20,00 ₼`. */
export function discountText(t: Translate, { kind, value = 0, atMost }: Pick<Promo, 'kind' | 'value' | 'atMost'>): string {
  if (kind === 'free_delivery') return t('campaigns.promos.gift.free_delivery')
  if (kind === 'fixed') return t('campaigns.promos.gift.fixed', { price: money(value) })
  return atMost === undefined
    ? t('campaigns.promos.gift.percent', { percent: value })
    : t('campaigns.promos.gift.capped', { percent: value, price: money(atMost) })
}

const TONES: Record<PromoStatus, string> = {
  scheduled: 'bg-sky text-ink',
  active: 'bg-good-soft text-good',
  paused: 'bg-warn-soft text-ink',
  used_up: 'bg-sunken text-muted',
  ended: 'bg-sunken text-muted',
}

export function PromoStatusBadge({ status }: { status: PromoStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', TONES[status])}>{t(`campaigns.promos.status.${status}`)}</span>
  )
}

export function PromoRow({ promo }: { promo: Promo }) {
  const { t } = useI18n()
  const { id, code, isPaused, status } = promo
  const { mutate, isPending } = usePause(promo)
  const Icon = isPaused ? Play : Pause
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{code}</h2>
        <PromoStatusBadge status={status} />
      </div>
      <Facts promo={promo} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={adminPaths.promo(String(id))} look="secondary" aria-label={t('campaigns.promos.openOf', { code })}>
          <Pencil aria-hidden className="size-4.5" />
          {t('campaigns.promos.open')}
        </ButtonLink>
        {status !== 'ended' && (
          <Button
            look="quiet"
            busy={isPending}
            disabled={isPending}
            aria-label={t(isPaused ? 'campaigns.promos.resumeOf' : 'campaigns.promos.pauseOf', { code })}
            onClick={() => mutate()}
          >
            <Icon aria-hidden className="size-4.5" />
            {t(isPaused ? 'campaigns.promos.resume' : 'campaigns.promos.pause')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Facts({ promo }: { promo: Promo }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { used, totalLimit, userLimit, minimum, startsAt, endsAt, categoryIds, storeIds } = promo
  const facts = [
    totalLimit === undefined
      ? t('campaigns.promos.used', { count: used })
      : t('campaigns.promos.usedOf', { count: used, limit: totalLimit }),
    userLimit !== undefined && t('campaigns.promos.perShopper', { count: userLimit }),
    minimum > 0 && t('campaigns.promos.from', { price: money(minimum) }),
    startsAt && t('campaigns.promos.since', { time: dayAndTime(locale, startsAt, now) }),
    endsAt && t('campaigns.promos.until', { time: dayAndTime(locale, endsAt, now) }),
    categoryIds.length > 0 && t('campaigns.promos.categories', { count: categoryIds.length }),
    storeIds.length > 0 && t('campaigns.promos.stores', { count: storeIds.length }),
  ]
  return (
    <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted">
      <span className="font-medium text-ink">{discountText(t, promo)}</span>
      {facts
        .filter((fact): fact is string => Boolean(fact))
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </p>
  )
}
