// The sign-in page of the back office. Its steps are the password, the second factor or its setup, and recovery codes.
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { adminPaths, pageAfterSignIn } from '~admin/paths'
import { beginSession, openInAllTabs, openSession } from '~admin/session/client'
import { FactorForm, type ProofProps } from '~admin/session/factor-form'
import { FirstFactorForm } from '~admin/session/first-factor'
import { RecoveryCodes } from '~admin/session/recovery-codes'
import { useStaff } from '~admin/session/store'
import type { Schemas } from '~shared/api/types'
import { browserId } from '~shared/features/auth/browser-id'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { password, requiredChoice } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'

type Challenge = Schemas['StaffChallenge']

interface Credentials {
  login: string
  password: string
}

type Step = 'password' | 'factor' | 'setUp' | 'codes'

/**
 * `challenge` is set after the password, and `newSession` after the second factor, if there are recovery codes to store. An account without
 * a second factor sets one up, and gets recovery codes.
 */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const isSignedIn = useStaff(({ session }) => session !== null)
  // Kept in memory only, so that the password step still has the typed text when the user goes back.
  const [credentials, setCredentials] = useState<Credentials>({ login: '', password: '' })
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [newSession, setNewSession] = useState<Schemas['StaffSession'] | null>(null)
  /** Why the password is needed again; empty if it is not. */
  const [expiryMessage, setExpiryMessage] = useState('')
  const step: Step = newSession ? 'codes' : challenge ? (challenge.firstFactor ? 'setUp' : 'factor') : 'password'

  const title = t(`adminStaff.steps.${step}.title`)
  useDocumentHead(t('common.titleOf', { name: title }))
  const heading = useFocusOnChange(step)

  if (isSignedIn) return <Navigate to={pageAfterSignIn(search.get('next'))} replace />

  const backToPassword = (message = '') => {
    setExpiryMessage(message)
    setChallenge(null)
  }
  const proof: ProofProps = {
    send: (answer) => openSession(locale, { challengeToken: challenge?.challengeToken ?? '', ...answer }),
    // Recovery codes are shown only once, so the session opens after the user has stored them.
    onDone: (session) => (session.recoveryCodes.length > 0 ? setNewSession(session) : openInAllTabs(session)),
    onExpired: backToPassword,
  }
  const back = (
    <Button look="quiet" size="lg" onClick={() => backToPassword()}>
      {t('adminStaff.signIn.back')}
    </Button>
  )
  return (
    <div className="mx-auto grid max-w-xl gap-6 py-10">
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        <p className="text-pretty text-muted">{t(`adminStaff.steps.${step}.text`)}</p>
      </div>
      {step === 'password' && (
        <PasswordStep
          credentials={credentials}
          expiryMessage={expiryMessage}
          onChecked={(typed, begun) => {
            setCredentials(typed)
            setExpiryMessage('')
            setChallenge(begun)
          }}
        />
      )}
      {step === 'factor' && challenge && <FactorForm challenge={challenge} beside={back} {...proof} />}
      {step === 'setUp' && challenge?.firstFactor && <FirstFactorForm firstFactor={challenge.firstFactor} beside={back} {...proof} />}
      {newSession && <RecoveryCodes codes={newSession.recoveryCodes} onStored={() => openInAllTabs(newSession)} />}
    </div>
  )
}

/** The heading takes the focus when the value changes, as after a navigation. */
function useFocusOnChange(value: string) {
  const ref = useRef<HTMLHeadingElement>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    ref.current?.focus()
  }, [value])
  return ref
}

const PasswordSchema = v.object({ login: v.pipe(requiredChoice(), v.trim()), password: password() })

interface PasswordStepProps {
  credentials: Credentials
  /** Says that the second factor came too late; empty if it did not. */
  expiryMessage: string
  onChecked: (typed: Credentials, challenge: Challenge) => void
}

/** Also says why the last session ended. */
function PasswordStep({ credentials, expiryMessage, onChecked }: PasswordStepProps) {
  const { t, locale } = useI18n()
  const end = useStaff((state) => state.end)
  const sendForm = useSendForm({
    schema: PasswordSchema,
    values: credentials,
    labels: { login: t('adminStaff.signIn.login'), password: t('adminStaff.signIn.password') },
    send: async (typed) => ({ typed, begun: await beginSession(locale, { ...typed, device: browserId() }) }),
    onSent: ({ typed, begun }) => onChecked(typed, begun.data),
  })
  const notice = expiryMessage || (end && t(`adminStaff.ended.${end}`))
  return (
    <>
      {notice && (
        <p role="status" className="rounded-lg bg-warn-soft px-4 py-3 font-medium text-pretty text-warn">
          {notice}
        </p>
      )}
      <SendForm form={sendForm} submit={t('adminStaff.signIn.submit')}>
        <FormText name="login" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <FormPassword name="password" autoComplete="current-password" />
      </SendForm>
      <p className="border-t border-line pt-3">
        <Link
          to={paths.signIn(adminPaths.home(), 'forgot')}
          className="-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft"
        >
          {t('adminStaff.signIn.forgot')}
        </Link>
      </p>
    </>
  )
}
