// The form by which a shopper applies to become an influencer: somebody whose links earn money.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Hourglass, MessageCircleX } from 'lucide-react'
import { AccountPage, Card } from '~/features/account/page'
import { applicationQuery } from '~/features/influencer/queries'
import { ABOUT_LENGTH, NETWORKS, Schema, toRequest } from '~/features/influencer/application'
import { focusHeading } from '~/lib/focus-heading'
import { isNotFound } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Application } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t, locale } = useI18n()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  const { data, error, isPending, refetch } = useQuery(applicationQuery(locale))
  if (error && !isNotFound(error) && !data) return <LoadFailure onRetry={() => void refetch()} />
  const application = data?.data
  const mayApply = !isBlogger && (!application || application.status === 'declined')
  return (
    <AccountPage title={t('account.influencer.title')} text={mayApply ? t('account.influencer.text') : undefined}>
      {isPending ? (
        <ListSkeleton rows={2} />
      ) : (
        <>
          {application && <ApplicationState application={application} />}
          {isBlogger && !application && <p>{t('account.influencer.already')}</p>}
          {isBlogger && (
            <div>
              <ButtonLink to={paths.myLists()} size="lg">
                {t('account.influencer.lists')}
              </ButtonLink>
            </div>
          )}
          {mayApply && (
            <Card>
              <ApplicationForm previous={application} />
            </Card>
          )}
        </>
      )}
    </AccountPage>
  )
}

const LOOKS = {
  pending: { Icon: Hourglass, tone: 'bg-warn-soft' },
  approved: { Icon: CircleCheck, tone: 'bg-good-soft' },
  declined: { Icon: MessageCircleX, tone: 'bg-sunken' },
}

function ApplicationState({ application }: { application: Application }) {
  const { t, locale } = useI18n()
  const { status, createdAt, decidedAt, reason } = application
  const { Icon, tone } = LOOKS[status]
  return (
    <section className={`flex max-w-2xl gap-4 rounded-xl p-5 ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div className="grid gap-1">
        <h2 className="text-lg">{t(`account.influencer.${status}.title`)}</h2>
        <p className="text-pretty">{t(`account.influencer.${status}.text`)}</p>
        {reason && <p className="font-medium wrap-anywhere">{t('account.influencer.reason', { reason })}</p>}
        <p className="text-sm text-muted">
          {t('account.influencer.sent', { date: date(locale, createdAt) })}
          {decidedAt && ` · ${t('account.influencer.answered', { date: date(locale, decidedAt) })}`}
        </p>
      </div>
    </section>
  )
}

const EXAMPLES = {
  instagram: 'https://instagram.com/…',
  youtube: 'https://youtube.com/@…',
  facebook: 'https://facebook.com/…',
  tiktok: 'https://tiktok.com/@…',
  other: 'https://…',
}

function ApplicationForm({ previous }: { previous?: Application | undefined }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const form = useSendForm({
    schema: Schema,
    values: {
      about: previous?.about ?? '',
      instagram: previous?.instagram ?? '',
      youtube: previous?.youtube ?? '',
      facebook: previous?.facebook ?? '',
      tiktok: previous?.tiktok ?? '',
      other: previous?.other ?? '',
    },
    labels: {
      about: t('account.influencer.about'),
      instagram: 'Instagram',
      youtube: 'YouTube',
      facebook: 'Facebook',
      tiktok: 'TikTok',
      other: t('account.influencer.otherLink'),
    },
    send: (typed) => post(locale, '/influencer/apply', toRequest(typed)),
    onSent: (response) => {
      client.setQueryData(applicationQuery(locale).queryKey, response)
      focusHeading()
    },
  })
  return (
    <SendForm form={form} submit={t('account.influencer.submit')}>
      <FormArea name="about" hint={t('account.influencer.aboutHint')} maxLength={ABOUT_LENGTH.max} />
      {NETWORKS.map((network) => (
        <FormText
          key={network}
          name={network}
          optional
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLES[network]}
        />
      ))}
    </SendForm>
  )
}
