// The sign-in page of the back office. Its steps are the password, the second factor or its setup, and recovery codes.
import { useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { pageAfterSignIn } from '~admin/paths'
import { FactorForm, type ProofProps } from '~admin/session/factor-form'
import { FirstFactorForm } from '~admin/session/first-factor'
import { type Challenge, type Credentials, PasswordStep } from '~admin/session/password-step'
import { RecoveryCodes } from '~admin/session/recovery-codes'
import { openSession } from '~admin/session/requests'
import { useStaff } from '~admin/session/store'
import { openInAllTabs } from '~admin/session/tabs'
import type { Schemas } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button } from '~shared/ui/button'

/** The step before the session is open. */
function stepOf(challenge: Challenge | null): 'password' | 'factor' | 'setUp' {
  if (!challenge) return 'password'
  return challenge.firstFactor ? 'setUp' : 'factor'
}

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
  const step = newSession ? 'codes' : stepOf(challenge)

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
