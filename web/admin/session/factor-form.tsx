// Forms for the second factor of staff, for the sign-in page and the step-up dialog: a passkey, a code of an authenticator app (TOTP),
// or a recovery code. A challenge expires after five minutes.
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { ApiFailure, failureText } from '~shared/api/failure'
import type { Schemas } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useT } from '~shared/i18n/context'
import { getPasskey, passkeyFailure, passkeysAreSupported } from '~shared/lib/webauthn'
import { Button } from '~shared/ui/button'

type Challenge = Schemas['StaffChallenge']
type Opened = Schemas['StaffSession']
/** Exactly one member is set. */
export type Proof = Pick<Schemas['OpenStaffSessionRequest'], 'totpCode' | 'passkey' | 'recoveryCode'>

export interface ProofProps {
  send: (proof: Proof) => Promise<{ data: Opened }>
  onDone: (opened: Opened) => void
  /** Called with a message when the challenge has expired, because this form cannot go on then. */
  onExpired: (message: string) => void
}

type Method = 'passkey' | 'totp' | 'recovery'

/** Returns the methods that the account and this browser support. */
const methodsOf = ({ passkeyOptions, hasTotp, hasRecoveryCodes }: Challenge): Method[] => {
  const methods: [Method, boolean][] = [
    ['passkey', passkeyOptions !== undefined && passkeysAreSupported()],
    ['totp', hasTotp],
    ['recovery', hasRecoveryCodes],
  ]
  return methods.flatMap(([method, isAvailable]) => (isAvailable ? [method] : []))
}

interface Props extends ProofProps {
  challenge: Challenge
  beside: ReactNode
}

export function FactorForm({ challenge, beside, ...proof }: Props) {
  const t = useT()
  const methods = methodsOf(challenge)
  const [chosen, setChosen] = useState<Method | undefined>(methods[0])
  if (!chosen)
    return (
      <>
        <p role="alert" className={ALERT}>
          {t('adminStaff.factor.none')}
        </p>
        <div>{beside}</div>
      </>
    )
  return (
    <div className="grid gap-6">
      {chosen === 'passkey' && <PasskeyProof options={challenge.passkeyOptions ?? ''} beside={beside} {...proof} />}
      {chosen === 'totp' && <CodeProof key="totp" kind="totp" beside={beside} {...proof} />}
      {chosen === 'recovery' && <CodeProof key="recovery" kind="recovery" beside={beside} {...proof} />}
      {methods.length > 1 && (
        <div role="group" aria-label={t('adminStaff.factor.others')} className="flex flex-wrap gap-2 border-t border-line pt-4">
          {methods.map(
            (method) =>
              method !== chosen && (
                <Button key={method} look="quiet" onClick={() => setChosen(method)}>
                  {t(`adminStaff.factor.use.${method}`)}
                </Button>
              ),
          )}
        </div>
      )}
    </div>
  )
}

const ALERT = 'rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad outline-none'

export const isExpired = (error: unknown): error is ApiFailure => error instanceof ApiFailure && error.code === 'challenge_expired'

export function usePasskeyFailureText() {
  const t = useT()
  return (error: unknown) => {
    const reason = passkeyFailure(error)
    return reason ? t(`adminStaff.passkeyFailure.${reason}`) : failureText(t, error)
  }
}

interface PasskeyButtonProps extends ProofProps {
  label: string
  /** Returns the browser's credential as JSON. */
  ask: () => Promise<string>
  look?: 'primary' | 'secondary'
  beside?: ReactNode
}

export function PasskeyButton({ label, ask, look = 'primary', beside, send, onDone, onExpired }: PasskeyButtonProps) {
  const textOf = usePasskeyFailureText()
  const alert = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await send({ passkey: await ask() })).data,
    onSuccess: onDone,
    onError: (failure) => isExpired(failure) && onExpired(textOf(failure)),
  })
  useEffect(() => {
    if (error) alert.current?.focus()
  }, [error])
  return (
    <div className="grid gap-4">
      {error && (
        <p ref={alert} tabIndex={-1} role="alert" className={ALERT}>
          {textOf(error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button look={look} size="lg" busy={isPending} disabled={isPending} onClick={() => mutate()}>
          <KeyRound aria-hidden className="size-5" />
          {label}
        </Button>
        {beside}
      </div>
    </div>
  )
}

/** `options` are the server's parameters for the browser, as JSON. */
function PasskeyProof({ options, ...proof }: ProofProps & { options: string; beside: ReactNode }) {
  const t = useT()
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('adminStaff.factor.passkeyText')}</p>
      <PasskeyButton label={t('adminStaff.factor.passkey')} ask={() => getPasskey(options)} {...proof} />
    </div>
  )
}

const CodeSchema = v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required'))) })

const CODES = {
  // Apps show the code with spaces, which users type, too.
  totp: {
    proofOf: (code: string): Proof => ({ totpCode: code.replaceAll(/\s/g, '') }),
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: { proofOf: (code: string): Proof => ({ recoveryCode: code }), inputMode: 'text', autoComplete: 'off' },
} as const

interface CodeProofProps extends ProofProps {
  kind: keyof typeof CODES
  beside?: ReactNode
  /** False if something above the field must be read first. */
  takesFocus?: boolean
}

export function CodeProof({ kind, beside, takesFocus = true, send, onDone, onExpired }: CodeProofProps) {
  const t = useT()
  const { proofOf, inputMode, autoComplete } = CODES[kind]
  const sendForm = useSendForm({
    schema: CodeSchema,
    values: { code: '' },
    labels: { code: t(`adminStaff.factor.${kind}`) },
    send: async ({ code }) => {
      try {
        return await send(proofOf(code))
      } catch (error) {
        if (isExpired(error)) onExpired(failureText(t, error))
        throw error
      }
    },
    onSent: ({ data }) => onDone(data),
    fieldOf: { second_factor_refused: 'code' },
    toFormField: () => 'code',
  })
  const { setFocus } = sendForm.form
  useEffect(() => {
    if (takesFocus) setFocus('code')
  }, [takesFocus, setFocus])
  return (
    <SendForm form={sendForm} submit={t('adminStaff.factor.confirm')} beside={beside}>
      <FormText
        name="code"
        inputMode={inputMode}
        autoComplete={autoComplete}
        spellCheck={false}
        hint={t(`adminStaff.factor.${kind}Hint`)}
        className="max-w-sm"
      />
    </SendForm>
  )
}
