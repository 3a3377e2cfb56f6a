import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { PushSwitch } from '~/features/notifications/preferences/push-switch'
import { QuietHours } from '~/features/notifications/preferences/quiet-hours'
import { TopicTable } from '~/features/notifications/preferences/topic-table'
import { usePreferences } from '~/features/notifications/preferences/use-preferences'
import { useT } from '~shared/i18n/context'
import { LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { ChoiceCard } from '~shared/ui/choice-card'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'
import { RadioPill } from '~shared/ui/radio-pill'

// Each language is called what it calls itself.
const LANGUAGES = { az: 'Azərbaycanca', ru: 'Русский', en: 'English' }

/** What people want to be told, how and when. Every choice is saved as it is made. */
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
                    label={LANGUAGES[language]}
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
