// The account's choice of notifications.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { PushSwitch } from '~/features/notifications/preferences/push-switch'
import { preferencesQuery } from '~/features/account/queries'
import { TopicTable } from '~/features/notifications/preferences/topic-table'
import { call } from '~shared/api/http'
import type { NotificationPreferences } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n, useT } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { ChoiceCard, RadioPill } from '~shared/ui/choices'
import { CheckField, SelectField } from '~shared/ui/fields'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'

/** Requests of one scope are sent one after the other. */
const SCOPE = 'preferences'

/** The page shows a change at once. Each change is sent with all preferences, so that the last one holds. */
function usePreferences() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const query = preferencesQuery(locale)
  const { queryKey } = query
  const { data, isError, refetch } = useQuery(query)

  const { mutate, isPending, isSuccess } = useMutation({
    mutationKey: [SCOPE],
    scope: { id: SCOPE },
    mutationFn: (changed: NotificationPreferences) => call({ method: 'PUT', path: '/notification/preferences', locale, body: changed }),
    onError: (error) => {
      toast.bad(failureText(t, error))
      return client.invalidateQueries({ queryKey })
    },
  })

  const change = (part: Partial<NotificationPreferences>) => {
    const cached = client.getQueryData(queryKey)
    if (!cached) return
    const changed = { ...cached.data, ...part }
    // A response in flight is older than this change.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { data: changed })
    mutate(changed)
  }

  return {
    preferences: data?.data,
    hasFailed: isError && !data,
    retry: () => void refetch(),
    change,
    isSaving: isPending,
    isSaved: isSuccess,
  }
}

export function Component() {
  const t = useT()
  const { preferences, hasFailed, retry, change, isSaving, isSaved } = usePreferences()
  if (hasFailed) return <LoadFailure onRetry={retry} />
  return (
    <>
      <Link to={paths.notifications()} className="-mt-2 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
        <ChevronLeft aria-hidden className="size-4" />
        {t('account.notifications.title')}
      </Link>
      <AccountPage title={t('notifications.preferences.title')} text={t('notifications.preferences.text')}>
        <p role="status" className="sr-only">
          {isSaving ? t('notifications.preferences.saving') : isSaved && t('notifications.preferences.saved')}
        </p>
        {preferences ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Part title={t('notifications.preferences.topics')}>
              <TopicTable topics={preferences.topics} onChange={(topics) => change({ topics })} />
            </Part>
            <Part title={t('notifications.preferences.push.title')} text={t('notifications.preferences.push.text')}>
              <PushSwitch />
            </Part>
            <Part title={t('notifications.preferences.quiet.title')} text={t('notifications.preferences.quiet.text')}>
              <QuietHours hours={preferences.quietHours} onChange={(quietHours) => change({ quietHours })} />
            </Part>
            <Part title={t('notifications.preferences.digest.title')}>
              <div className="grid max-w-2xl gap-2">
                {(['off', 'daily'] as const).map((digest) => (
                  <ChoiceCard
                    key={digest}
                    name="digest"
                    title={t(`notifications.preferences.digest.${digest}`)}
                    text={t(`notifications.preferences.digest.${digest}Text`)}
                    checked={preferences.digest === digest}
                    onChange={() => change({ digest })}
                  />
                ))}
              </div>
            </Part>
            <Part title={t('notifications.preferences.language.title')} text={t('notifications.preferences.language.text')}>
              <div className="flex flex-wrap gap-2">
                {LOCALES.map((language) => (
                  <RadioPill
                    key={language}
                    name="language"
                    lang={language}
                    label={LANGUAGE_NAMES[language]}
                    checked={preferences.language === language}
                    onChange={() => change({ language })}
                  />
                ))}
              </div>
            </Part>
          </div>
        ) : (
          <ListSkeleton rows={6} />
        )}
      </AccountPage>
    </>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text && <p className="max-w-prose text-muted text-pretty">{text}</p>}
      </div>
      {children}
    </div>
  )
}

type Hours = NotificationPreferences['quietHours']

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`)

/** Adds the current value, because another app may have set it to any minute. */
const choicesWith = (chosen: string) => [...new Set([...HALF_HOURS, chosen])].toSorted().map((time) => ({ value: time, label: time }))

/** The hours in which only urgent messages are sent. */
function QuietHours({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const t = useT()
  return (
    <div className="grid gap-3">
      <CheckField checked={hours.isOn} onChange={({ target }) => onChange({ ...hours, isOn: target.checked })}>
        {t('notifications.preferences.quiet.on')}
      </CheckField>
      {hours.isOn && (
        <div className="grid max-w-sm grid-cols-2 gap-3">
          {(['from', 'until'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`notifications.preferences.quiet.${end}`)}
              choices={choicesWith(hours[end])}
              value={hours[end]}
              onChange={({ target }) => onChange({ ...hours, [end]: target.value })}
            />
          ))}
        </div>
      )}
    </div>
  )
}
