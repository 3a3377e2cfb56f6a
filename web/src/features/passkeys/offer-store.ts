import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persisted } from '~shared/lib/persist'
import { passkeysAreSupported } from '~shared/lib/webauthn'

interface Offer {
  /** `over` once it was answered, or is not needed. Each browser is offered a passkey once. */
  state: 'none' | 'due' | 'over'
}

export const usePasskeyOffer = create<Offer>()(persist((): Offer => ({ state: 'none' }), persisted<Offer>('passkeyOffer')))

/** The offer to add a passkey, shown once after signing in with a code. */
export const passkeyOffer = {
  begin: () => {
    if (usePasskeyOffer.getState().state === 'none' && passkeysAreSupported()) usePasskeyOffer.setState({ state: 'due' })
  },
  end: () => usePasskeyOffer.setState({ state: 'over' }),
}
