// The page of a mailed message about a sign-in or a change. By its link, the owner says "this was not me".

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { browserText } from '~/features/account/browser-text'
import { noticeQuery } from '~/features/account/queries'
import { StepLink } from '~/features/sign-in/components/step-frame'
import { focusHeading } from '~/lib/focus-heading'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { SecurityEvent } from '~shared/api/types'
import { checkProfile } from '~shared/features/auth/keep-session'
import { auth } from '~shared/features/auth/store'
import { useI18n, useT } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { useDocumentHead } from '~shared/lib/document-head'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink, Spinner } from '~shared/ui/button'

/** The token in the link replaces a sign-in. */
export function Component() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const token = useParams().token ?? ''
  const notice = useQuery(noticeQuery(locale, token))
  const disown = useMutation({
    mutationFn: () => post(locale, '/security/notice/disown', { token }),
    onSuccess: async () => {
      focusHeading()
      // This device may have been signed in to the account.
      if (auth.tokens()) await checkProfile(client, locale)
    },
    // The heading changes if the link was used or has expired in the meantime.
    onError: () => focusHeading(),
  })
  useDocumentHead(t('common.titleOf', { name: t('account.notice.title') }))

  if (disown.isSuccess) return <Undone />
  const refusal = refusalOf(disown.error) ?? refusalOf(notice.error)
  if (refusal) return <Refused failure={refusal} />
  if (notice.isPending)
    return (
      <p role="status" className="flex justify-center gap-3 py-24 text-muted">
        <Spinner />
        {t('account.notice.checking')}
      </p>
    )
  if (notice.isError)
    return (
      <Frame title={t('common.failure.title')} text={failureText(t, notice.error)} isGood={false}>
        <Button size="lg" onClick={() => void notice.refetch()}>
          {t('common.retry')}
        </Button>
      </Frame>
    )
  return <Question notice={notice.data.data} isSending={disown.isPending} failure={disown.error} onDisown={() => disown.mutate()} />
}

/** The codes of links that cannot be used. */
const REFUSALS = ['notice_used', 'notice_expired', 'notice_not_found']

const refusalOf = (error: unknown) => (error instanceof ApiFailure && REFUSALS.includes(error.code ?? '') ? error : null)

interface FrameProps {
  title: string
  text?: string
  isGood: boolean
  children: ReactNode
}

function Frame({ title, text, isGood, children }: FrameProps) {
  const Icon = isGood ? ShieldCheck : ShieldAlert
  return (
    <div className="mx-auto my-6 grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6 rounded-2xl border border-line bg-surface p-6 shadow-quiet sm:my-14 sm:p-10">
      <span className={`grid size-14 place-items-center rounded-full ${isGood ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'}`}>
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {text && <p className="text-pretty text-muted">{text}</p>}
      </div>
      {children}
    </div>
  )
}

interface QuestionProps {
  notice: SecurityEvent
  isSending: boolean
  failure: unknown
  onDisown: () => void
}

function Question({ notice, isSending, failure, onDisown }: QuestionProps) {
  const { t, locale } = useI18n()
  const now = useNow()
  const facts = [
    [t('account.notice.what'), t(`account.security.event.${notice.kind}`)],
    [t('account.notice.when'), dayAndTime(locale, notice.at, now)],
    [t('account.notice.where'), browserText(t, notice)],
  ]
  return (
    <Frame title={t('account.notice.title')} text={t('account.notice.text')} isGood={false}>
      <dl className="divide-y divide-line rounded-xl border border-line px-5">
        {facts.map(([name, value]) => (
          <div key={name} className="py-3">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-pretty">{t('account.notice.effect')}</p>
      {failure !== null && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {failureText(t, failure)}
        </p>
      )}
      <Button size="lg" busy={isSending} disabled={isSending} onClick={onDisown}>
        {t('account.notice.submit')}
      </Button>
      <p className="text-sm text-pretty text-muted">{t('account.notice.wasMe')}</p>
    </Frame>
  )
}

function Undone() {
  const t = useT()
  return (
    <Frame title={t('account.notice.done')} isGood>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{t('account.notice.sessionsEnded')}</li>
        <li>{t('account.notice.keysRemoved')}</li>
        <li>{t('account.notice.contactsRestored')}</li>
      </ul>
      <p className="text-pretty">{t('account.notice.next')}</p>
      <NextSteps />
    </Frame>
  )
}

function Refused({ failure }: { failure: ApiFailure }) {
  const t = useT()
  const wasUsed = failure.code === 'notice_used'
  return (
    <Frame title={failure.problem?.title ?? t('common.failure.title')} text={failureText(t, failure)} isGood={wasUsed}>
      <NextSteps />
    </Frame>
  )
}

function NextSteps() {
  const t = useT()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.signIn(paths.profilePassword())} size="lg">
          {t('account.notice.signIn')}
        </ButtonLink>
        <ButtonLink to={paths.signIn(undefined, 'forgot')} look="secondary" size="lg">
          {t('account.notice.newPassword')}
        </ButtonLink>
      </div>
      <StepLink to={paths.contact()}>{t('signIn.toSupport')}</StepLink>
    </div>
  )
}
