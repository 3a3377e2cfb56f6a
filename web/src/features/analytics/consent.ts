import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs, kept } from '~shared/lib/persist'
import { forgetTraces } from './tools'

export type Choice = 'necessary' | 'analytics'

interface State {
  choice: Choice | null
}

/** Nothing that is not needed runs before somebody has allowed it. */
export const useConsent = create<State>()(persist((): State => ({ choice: null }), kept<State>('consent')))
followOtherTabs([useConsent])

/** Asked for by whoever wants to choose, or choose again. There is something to ask, too, when a blogger has led somebody here. */
export const useAsked = create(() => ({ isAsked: false, isReferred: false }))

export const consent = {
  ask: () => useAsked.setState({ isAsked: true }),
  close: () => useAsked.setState({ isAsked: false }),
  choose: (choice: Choice) => {
    const was = useConsent.getState().choice
    useConsent.setState({ choice })
    consent.close()
    if (was !== 'analytics' || choice === 'analytics') return
    // What runs already can only be ended with the document.
    forgetTraces()
    location.reload()
  },
}
