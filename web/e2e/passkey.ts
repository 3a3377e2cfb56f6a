// Gives the browser the passkey of a member of staff. A passkey is a key pair of an authenticator, such as a phone, that proves who signs
// in.

import type { Page } from '@playwright/test'
import { demoPasskey } from '../../deploy/load/staff.mjs'
import { demoAccount } from './accounts'
import { PASSKEY_ORIGIN } from './staff'

/**
 * A passkey has a counter of its signatures, and the server refuses a counter that has not increased since the last test. So the counter
 * starts at the current time in tenths of a second since this date.
 */
const COUNTER_START_MS = Date.UTC(2026, 0, 1)
const COUNTER_STEP_MS = 100

/**
 * Adds an authenticator with the passkey of a demo account to the browser. The authenticator confirms every sign-in without asking. No
 * other test may use the account at the same time. `signInStaffByApi` may never use it, because its signatures have no counter.
 */
export async function addPasskey(page: Page, role: string) {
  const { secondFactors, ...account } = demoAccount(role)
  if (!secondFactors) throw new Error(`${role} has no second factor in deploy/local/demo/accounts.json`)
  const { id, privateKey } = demoPasskey({ ...account, secondFactors })
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
  const credential = {
    credentialId: Buffer.from(id, 'base64url').toString('base64'),
    isResidentCredential: false,
    rpId: new URL(PASSKEY_ORIGIN).hostname,
    privateKey,
    signCount: Math.floor((Date.now() - COUNTER_START_MS) / COUNTER_STEP_MS),
  }
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
}
