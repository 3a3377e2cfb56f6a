// Signs in with a passkey, a key pair of the device: the server sends a challenge, which the device signs.

import { completeSignIn } from '~/features/sign-in/complete-sign-in'
import { browserId } from '~shared/features/auth/browser-id'
import { failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { getPasskey, type GetPasskeyOptions, passkeyFailure, passkeySuggestionsAreSupported } from '~shared/lib/webauthn'
import { passkeyOffer } from './offer-store'

/** The server accepts a challenge for five minutes. */
const CHALLENGE_LIFETIME_MS = 240_000

async function requestPasskey(locale: Locale, options?: GetPasskeyOptions) {
  const { data } = await post(locale, '/auth/passkey/challenge', undefined)
  return { challengeToken: data.challengeToken, passkey: await getPasskey(data.options, options) }
}

async function sendPasskey(locale: Locale, chosen: Awaited<ReturnType<typeof requestPasskey>>) {
  const { data } = await post(locale, '/auth/passkey', { ...chosen, device: browserId() })
  passkeyOffer.end()
  completeSignIn(data)
}

export const signInWithPasskey = async (locale: Locale) => sendPasskey(locale, await requestPasskey(locale))

/**
 * Suggests passkeys in fields with the `autocomplete` `webauthn`, until `signal` aborts or another request for a passkey starts. After a
 * refusal, suggests them again.
 */
export async function suggestPasskeys(locale: Locale, signal: AbortSignal, onRefused: (failure: unknown) => void): Promise<void> {
  if (signal.aborted || !(await passkeySuggestionsAreSupported())) return
  const attemptSignal = AbortSignal.any([signal, AbortSignal.timeout(CHALLENGE_LIFETIME_MS)])
  const chosen = await requestPasskey(locale, { conditional: true, signal: attemptSignal }).catch(() => null)
  // Nothing was chosen. An expired challenge is replaced. Otherwise the browser failed, `signal` aborted, or another request replaced this
  // one.
  if (!chosen) return attemptSignal.aborted ? suggestPasskeys(locale, signal, onRefused) : undefined
  try {
    await sendPasskey(locale, chosen)
  } catch (error) {
    onRefused(error)
    await suggestPasskeys(locale, signal, onRefused)
  }
}

export function passkeySignInFailure(t: Translate, error: unknown): string {
  const reason = passkeyFailure(error)
  if (reason === null) return failureText(t, error)
  return reason === 'cancelled' ? t('signIn.passkey.cancelled') : t('signIn.passkey.failed')
}
