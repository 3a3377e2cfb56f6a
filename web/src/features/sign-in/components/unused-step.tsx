// For a phone number whose account was not used for 180 days.

import { KeyRound, Mail, UserPlus } from 'lucide-react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { PasskeySignIn } from '~/features/passkeys/components/passkey-sign-in'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { passkeysAreSupported } from '~shared/lib/webauthn'
import { Button, ButtonLink } from '~shared/ui/button'
import { formatInternational } from '../phone'
import { registration, useRegistration } from '../registration-store'
import { useStepPath } from '../steps'
import { StepFrame, StepLink } from './step-frame'

/** The account is the visitor's, or that of an earlier owner of the number. */
export function UnusedStep() {
  const t = useT()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  const [search] = useSearchParams()
  const { typed, verificationToken, unusedAccount } = useRegistration()
  if (!typed || !verificationToken) return <Navigate to={pathTo()} replace />
  if (!unusedAccount) return <Navigate to={pathTo('details')} replace />
  return (
    <StepFrame
      title={t('signIn.unused.title')}
      text={t('signIn.unused.text', { phone: formatInternational(typed).replaceAll(' ', '\u00a0') })}
      links={<StepLink to={pathTo()}>{t('signIn.code.change')}</StepLink>}
    >
      <UnusedChoices next={search.get('next') ?? undefined} onNewOwner={() => navigate(pathTo('details'), { replace: true })} />
    </StepFrame>
  )
}

interface UnusedChoicesProps {
  /** The page after signing in to the earlier account. */
  next: string | undefined
  onNewOwner?: () => void | Promise<void>
}

/** Signing in for the account's owner, and signing up for a new owner of the number. */
export function UnusedChoices({ next, onNewOwner }: UnusedChoicesProps) {
  const t = useT()
  const account = useRegistration((state) => state.unusedAccount)
  if (!account) return null
  const hasPasskey = account.hasPasskey && passkeysAreSupported()
  const hasWayIn = account.hasPassword || account.hasVerifiedEmail || hasPasskey
  return (
    <div className="grid gap-6">
      <section aria-labelledby="mine" className="grid gap-3">
        <h2 id="mine" className="text-lg">
          {t('signIn.unused.mine')}
        </h2>
        {!hasWayIn && (
          <p className="text-pretty text-muted">
            {t('signIn.unused.noWay')}{' '}
            <Link to={paths.contact()} className="font-semibold text-accent-text underline">
              {t('signIn.toSupport')}
            </Link>
          </p>
        )}
        {account.hasPassword && (
          <ButtonLink to={paths.signIn(next, 'password')} look="secondary" size="lg">
            <KeyRound aria-hidden className="size-5" />
            {t('signIn.phone.toPassword')}
          </ButtonLink>
        )}
        {account.hasVerifiedEmail && (
          <ButtonLink to={paths.signIn(next, 'forgot')} look="secondary" size="lg">
            <Mail aria-hidden className="size-5" />
            {t('signIn.unused.reset')}
          </ButtonLink>
        )}
        {hasPasskey && <PasskeySignIn />}
      </section>
      <section aria-labelledby="new" className="grid gap-3">
        <h2 id="new" className="text-lg">
          {t('signIn.unused.notMine')}
        </h2>
        <p className="text-pretty text-muted">{t('signIn.unused.newOwnerText')}</p>
        <Button
          look="secondary"
          size="lg"
          onClick={() => {
            registration.takenOver()
            void onNewOwner?.()
          }}
        >
          <UserPlus aria-hidden className="size-5" />
          {t('signIn.unused.newOwner')}
        </Button>
      </section>
    </div>
  )
}
