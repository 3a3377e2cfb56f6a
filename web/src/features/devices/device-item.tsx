import { Monitor, Smartphone } from 'lucide-react'
import type { Device } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { When } from '~shared/ui/when'

const HANDHELD = /android|ios|iphone|ipad/i

export function DeviceItem({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { t, locale } = useI18n()
  const { browser, system, isCurrent, signedInAt, lastUsedAt } = device
  const name = [browser, system].filter(Boolean).join(', ') || t('account.devices.unknown')
  const Icon = HANDHELD.test(system) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sky">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-44 grow basis-0">
        <h2 className="flex flex-wrap items-center gap-x-2.5 text-base">
          {name}
          {isCurrent && (
            <span className="rounded-full bg-good-soft px-2.5 text-sm leading-6 font-semibold text-good">{t('account.devices.this')}</span>
          )}
        </h2>
        <p className="text-sm text-muted">
          {!isCurrent && (
            <>
              {t('account.devices.lastUsed')} <When at={lastUsedAt} />
              {' · '}
            </>
          )}
          {t('account.devices.since', { date: date(locale, signedInAt) })}
        </p>
      </div>
      {!isCurrent && (
        <Button look="secondary" className="max-sm:ml-15" onClick={onEnd}>
          {t('account.devices.end')}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}
