// Which topics (orders, stores, …) reach the user by which channel (mail, SMS, …).

import { Lock } from 'lucide-react'
import { useId } from 'react'
import type { TopicChoice } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const CHANNELS = ['inApp', 'email', 'sms', 'push'] as const
type Channel = (typeof CHANNELS)[number]

const ROW = 'grid gap-x-3 gap-y-2 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_repeat(4,4.75rem)] sm:items-center sm:px-6'

interface TopicTableProps {
  topics: TopicChoice[]
  onChange: (topics: TopicChoice[]) => void
}

/** Groups instead of a table: each checkbox has a full name, so phones can show a list and screen readers read both layouts alike. */
export function TopicTable({ topics, onChange }: TopicTableProps) {
  const t = useT()
  const set = (topic: TopicChoice, channel: Channel, isOn: boolean) =>
    onChange(topics.map((candidate) => (candidate.topic === topic.topic ? { ...candidate, [channel]: isOn } : candidate)))
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <div
        aria-hidden
        className={`${ROW} hidden border-b border-line bg-sunken py-3! text-center text-sm font-semibold text-muted sm:grid`}
      >
        <span />
        {CHANNELS.map((channel) => (
          <span key={channel}>{t(`notifications.preferences.channel.${channel}`)}</span>
        ))}
      </div>
      <div className="divide-y divide-line">
        {topics.map((topic) => (
          <Topic key={topic.topic} topic={topic} onChange={(channel, isOn) => set(topic, channel, isOn)} />
        ))}
      </div>
    </div>
  )
}

/** The account needs the messages of a fixed topic. */
function Topic({ topic, onChange }: { topic: TopicChoice; onChange: (channel: Channel, isOn: boolean) => void }) {
  const t = useT()
  const id = useId()
  const title = t(`notifications.preferences.topic.${topic.topic}.title`)
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-text`} className={ROW}>
      <div className="grid gap-0.5">
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p id={`${id}-text`} className="text-sm text-muted text-pretty">
          {t(`notifications.preferences.topic.${topic.topic}.text`)}
          {topic.isFixed && (
            <span className="mt-1 flex items-center gap-1.5">
              <Lock aria-hidden className="size-3.5 shrink-0" />
              {t('notifications.preferences.fixed')}
            </span>
          )}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-x-3 sm:contents">
        {CHANNELS.map((channel) => (
          <label key={channel} className="flex min-h-11 items-center gap-3 sm:justify-center has-enabled:cursor-pointer">
            <input
              type="checkbox"
              checked={topic[channel]}
              disabled={topic.isFixed}
              aria-label={t('notifications.preferences.of', { topic: title, channel: t(`notifications.preferences.channel.${channel}`) })}
              onChange={({ target }) => onChange(channel, target.checked)}
              className="size-5.5 shrink-0 accent-accent enabled:cursor-pointer"
            />
            <span aria-hidden className="text-[0.9375rem] sm:hidden">
              {t(`notifications.preferences.channel.${channel}`)}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
