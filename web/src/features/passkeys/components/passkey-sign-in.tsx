import { useMutation } from '@tanstack/react-query'
import { FingerprintPattern } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SupportLink } from '~/features/sign-in/components/step-frame'
import { useI18n } from '~shared/i18n/context'
import { passkeysAreSupported } from '~shared/lib/webauthn'
import { Button } from '~shared/ui/button'
import { passkeySignInFailure, signInWithPasskey, suggestPasskeys } from '../sign-in'

/** `webauthn` makes the browser suggest passkeys in the field. */
export const withPasskeys = (autocomplete: string) => (passkeysAreSupported() ? `${autocomplete} webauthn` : autocomplete)

interface PasskeySignInProps {
  /** Below a form, the browser also suggests passkeys in the form's fields. */
  belowForm?: boolean
}

/** Renders nothing in a browser without passkeys. */
export function PasskeySignIn({ belowForm = false }: PasskeySignInProps) {
  const { t, locale } = useI18n()
  const [failure, setFailure] = useState<unknown>(null)
  // A press ends the suggestions in the fields. A changed count starts them again after a failure.
  const [failedPresses, setFailedPresses] = useState(0)
  const press = useMutation({
    mutationFn: () => signInWithPasskey(locale),
    onMutate: () => setFailure(null),
    onError: (error) => {
      setFailure(error)
      setFailedPresses((count) => count + 1)
    },
  })

  useEffect(() => {
    if (!belowForm) return
    const controller = new AbortController()
    void suggestPasskeys(locale, controller.signal, setFailure)
    return () => controller.abort()
  }, [belowForm, locale, failedPresses])

  if (!passkeysAreSupported()) return null
  return (
    <div className="grid gap-3">
      {belowForm && (
        <p aria-hidden className="flex items-center gap-3 text-sm text-muted">
          <span className="grow border-t border-line" />
          {t('signIn.passkey.or')}
          <span className="grow border-t border-line" />
        </p>
      )}
      <Button look="secondary" size="lg" busy={press.isPending} disabled={press.isPending} onClick={() => press.mutate()}>
        <FingerprintPattern aria-hidden className="size-5" />
        {t('signIn.passkey.submit')}
      </Button>
      <p role="status" className="text-pretty text-muted empty:hidden">
        {failure !== null && passkeySignInFailure(t, failure)}
      </p>
      <SupportLink failure={failure} />
    </div>
  )
}
