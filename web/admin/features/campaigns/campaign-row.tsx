import clsx from 'clsx'
import { Eye, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Campaign, CampaignStatus } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { adminPaths } from '~admin/paths'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { useCancelCampaign } from './api'

const TONES: Record<CampaignStatus, string> = {
  planned: 'bg-sky text-ink',
  running: 'bg-good-soft text-good',
  ended: 'bg-sunken text-muted',
  cancelled: 'bg-bad-soft text-bad',
}

export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const [isConfirming, setConfirming] = useState(false)
  const { id, name, percent, status, storeName, startsAt, endsAt, productCount } = campaign
  const isActive = status === 'planned' || status === 'running'
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{name}</h2>
        <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', TONES[status])}>{t(`campaigns.state.${status}`)}</span>
        <span className="ml-auto text-xl font-bold tabular-nums">−{percent}%</span>
      </div>
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted">
        <span className="font-medium text-ink">{storeName}</span>
        <span>{t('campaigns.period', { from: dayAndTime(locale, startsAt, now), until: dayAndTime(locale, endsAt, now) })}</span>
        <span>{t('catalog.products', { count: productCount })}</span>
      </p>
      {isConfirming ? (
        <CancelConfirmation id={id} onClose={() => setConfirming(false)} />
      ) : (
        isActive && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={adminPaths.campaign(String(id))} look="secondary" aria-label={t('campaigns.editOf', { name })}>
              <Pencil aria-hidden className="size-4.5" />
              {t('campaigns.edit')}
            </ButtonLink>
            <ButtonLink to={paths.campaign(String(id))} look="secondary" aria-label={t('campaigns.showOf', { name })}>
              <Eye aria-hidden className="size-4.5" />
              {t('campaigns.show')}
            </ButtonLink>
            <Button look="quiet" aria-label={t('campaigns.cancelOf', { name })} onClick={() => setConfirming(true)}>
              <X aria-hidden className="size-4.5" />
              {t('campaigns.cancel')}
            </Button>
          </div>
        )
      )}
    </li>
  )
}

/** Asks first, because a cancellation is final, and followers were already notified of the campaign. */
function CancelConfirmation({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n()
  const { mutate, isPending } = useCancelCampaign()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('campaigns.cancel')}
      className="grid gap-3 rounded-lg bg-warn-soft p-4 outline-none"
    >
      <p className="text-pretty">{t('campaigns.sure')}</p>
      <div className="flex flex-wrap gap-2">
        <Button busy={isPending} disabled={isPending} onClick={() => mutate(id, { onSettled: onClose })}>
          {t('campaigns.yes')}
        </Button>
        <Button look="secondary" disabled={isPending} onClick={onClose}>
          {t('campaigns.no')}
        </Button>
      </div>
    </div>
  )
}
