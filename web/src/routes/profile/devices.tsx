import { useQuery } from '@tanstack/react-query'
import { AccountPage } from '~/features/account/page'
import { DeviceItem } from '~/features/devices/device-item'
import { devicesQuery } from '~/features/devices/queries'
import { useEndDevices } from '~/features/devices/use-end-devices'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

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
