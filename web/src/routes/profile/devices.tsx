import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { browserText } from '~/features/account/browser-text'
import { AccountPage } from '~/features/account/page'
import { devicesQuery } from '~/features/account/queries'
import { focusHeading } from '~/lib/focus-heading'
import { call } from '~shared/api/http'
import type { Device } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { RelativeTime } from '~shared/ui/relative-time'

/** The page shows the change at once, and the old list again if the server refuses. */
function useEndDevices() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = devicesQuery(locale)
  return useMutation({
    scope: { id: 'devices' },
    mutationFn: (device: Device | 'others') =>
      call({ method: 'DELETE', path: device === 'others' ? '/user/devices' : `/user/devices/${encodeURIComponent(device.id)}`, locale }),
    onMutate: async (device) => {
      await client.cancelQueries({ queryKey })
      const previous = client.getQueryData(queryKey)
      const stays = ({ id, isCurrent }: Device) => isCurrent || (device !== 'others' && id !== device.id)
      client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.filter(stays) })
      focusHeading()
      return { previous }
    },
    onSuccess: (_done, device) => toast.good(t(device === 'others' ? 'account.devices.othersEnded' : 'account.devices.ended')),
    onError: (error, _device, context) => {
      client.setQueryData(queryKey, context?.previous)
      toast.bad(failureText(t, error))
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(devicesQuery(locale))
  const { mutate: end } = useEndDevices()
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const devices = data?.data
  return (
    <AccountPage title={t('account.devices.title')} text={t('account.devices.text')}>
      {devices ? (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} onEnd={() => end(device)} />
          ))}
        </ul>
      ) : (
        <ListSkeleton />
      )}
      {devices && devices.length > 1 && (
        <div className="grid justify-items-start gap-2">
          <Button look="secondary" size="lg" onClick={() => end('others')}>
            {t('account.devices.endOthers')}
          </Button>
          <p className="text-sm text-muted">{t('account.devices.endOthersText')}</p>
        </div>
      )}
    </AccountPage>
  )
}

/** Systems of phones and tablets. */
const HANDHELD = /android|ios|iphone|ipad/i

function DeviceItem({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { t, locale } = useI18n()
  const { system, isCurrent, signedInAt, lastUsedAt } = device
  const name = browserText(t, device)
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
              {t('account.devices.lastUsed')} <RelativeTime at={lastUsedAt} />
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
