import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { Device } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { focusHeading } from '~/lib/focus-heading'
import { toast } from '~shared/ui/toast-store'
import { failureText } from '~shared/features/content/failure-text'
import { devicesQuery } from './queries'

/** Signs out one device, or all but this one. They leave the list at once and come back when the server says no. */
export function useEndDevices() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = devicesQuery(locale)
  return useMutation({
    scope: { id: 'devices' },
    mutationFn: (device: Device | 'others') =>
      call({ method: 'DELETE', path: device === 'others' ? '/user/devices' : `/user/devices/${encodeURIComponent(device.id)}`, locale }),
    onMutate: async (device) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const stays = ({ id, isCurrent }: Device) => isCurrent || (device !== 'others' && id !== device.id)
      client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.filter(stays) })
      focusHeading()
      return { before }
    },
    onSuccess: (_done, device) => toast.good(t(device === 'others' ? 'account.devices.othersEnded' : 'account.devices.ended')),
    onError: (error, _device, context) => {
      client.setQueryData(queryKey, context?.before)
      toast.bad(failureText(t, error))
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
