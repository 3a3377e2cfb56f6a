import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'
import { type PushState, pushState, turnOff, turnOn } from '~shared/features/notifications/push'
import { pushKeyQuery } from '~/features/account/queries'

const STATE_KEY = ['push', 'state'] as const

/** Turns pushes to this browser on or off. Asks for permission only after a press. */
export function PushSwitch() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const state = useQuery({ queryKey: STATE_KEY, queryFn: pushState, staleTime: 0 }).data
  const key = useQuery(pushKeyQuery(locale)).data?.data.key
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: 'on' | 'off') => (wanted === 'on' ? turnOn(locale, key ?? '') : turnOff(locale)),
    onSuccess: (newState: PushState, wanted) => {
      client.setQueryData(STATE_KEY, newState)
      if (newState === wanted)
        toast.good(t(newState === 'on' ? 'notifications.preferences.push.turnedOn' : 'notifications.preferences.push.turnedOff'))
    },
    onError: (error) => toast.bad(failureText(t, error)),
  })

  if (state === undefined || key === undefined) return <Skeleton className="h-11 w-64" />
  if (state === 'unsupported')
    return <Note title={t('notifications.preferences.push.unsupported')} text={t('notifications.preferences.push.unsupportedText')} />
  if (state === 'denied')
    return <Note title={t('notifications.preferences.push.denied')} text={t('notifications.preferences.push.deniedText')} />
  if (key === '') return <p className="text-muted">{t('notifications.preferences.push.off')}</p>
  const isOn = state === 'on'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isOn && (
        <p className="inline-flex items-center gap-2 font-medium text-good">
          <BellRing aria-hidden className="size-5" />
          {t('notifications.preferences.push.on')}
        </p>
      )}
      <Button look="secondary" busy={isPending} disabled={isPending} onClick={() => mutate(isOn ? 'off' : 'on')}>
        {!isPending && (isOn ? <BellOff aria-hidden className="size-4.5" /> : <BellRing aria-hidden className="size-4.5" />)}
        {t(isOn ? 'notifications.preferences.push.turnOff' : 'notifications.preferences.push.turnOn')}
      </Button>
    </div>
  )
}

const Note = ({ title, text }: { title: ReactNode; text: ReactNode }) => (
  <div className="grid max-w-prose gap-1 rounded-lg bg-warn-soft px-4 py-3">
    <p className="font-semibold">{title}</p>
    <p className="text-[0.9375rem] text-pretty">{text}</p>
  </div>
)
