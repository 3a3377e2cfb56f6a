// Whether this browser still has to offer a passkey, a key pair of the device that replaces the password.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persisted } from '~shared/lib/persist'
import { passkeysAreSupported } from '~shared/lib/webauthn'

interface Offer {
  /** `due` after a sign-in with a code, `over` once the user has responded or needs no offer. */
  state: 'none' | 'due' | 'over'
}

export const usePasskeyOffer = create<Offer>()(persist((): Offer => ({ state: 'none' }), persisted<Offer>('passkeyOffer')))

/** A browser makes one offer, after a sign-in with a one-time code. */
export const passkeyOffer = {
  begin: () => {
    if (usePasskeyOffer.getState().state === 'none' && passkeysAreSupported()) usePasskeyOffer.setState({ state: 'due' })
  },
  end: () => usePasskeyOffer.setState({ state: 'over' }),
}
