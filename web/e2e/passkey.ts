import type { Page } from '@playwright/test'
import { demoPasskey } from '../../deploy/load/staff.mjs'
import { demoAccount } from './accounts'
import { PASSKEY_ORIGIN } from './staff'

/** The server refuses a signature counter that has not increased since the last test. So the counter is the time since this date. */
const COUNTER_START_MS = Date.UTC(2026, 0, 1)
const COUNTER_STEP_MS = 100

/** Adds an authenticator to the browser. It confirms each request, as a fingerprint would. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/**
 * No other test may use the account at the same time. `signInStaffByApi` must not use it, because the signatures of that function
 * have no counter.
 */
export async function addDemoPasskey(page: Page, role: string) {
  const { secondFactors, ...account } = demoAccount(role)
  if (!secondFactors) throw new Error(`${role} has no second factor in deploy/local/demo/accounts.json`)
  const { id, privateKey } = demoPasskey({ ...account, secondFactors })
  const { devtools, authenticatorId } = await addAuthenticator(page)
  const credential = {
    credentialId: Buffer.from(id, 'base64url').toString('base64'),
    isResidentCredential: false,
    rpId: new URL(PASSKEY_ORIGIN).hostname,
    privateKey,
    signCount: Math.floor((Date.now() - COUNTER_START_MS) / COUNTER_STEP_MS),
  }
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
}
