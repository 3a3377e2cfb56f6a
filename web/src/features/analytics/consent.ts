// The visitor's consent to the analytics tools.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs, persisted } from '~shared/lib/persist'

/** Tools set cookies for the host or for the whole domain. */
function deleteToolCookies() {
  const names = document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? '')
  const domain = location.hostname.split('.').slice(-2).join('.')
  for (const name of names.filter((name) => /^_(ga|gid|gat|ym)/.test(name)))
    for (const scope of ['', `; domain=${location.hostname}`, `; domain=.${domain}`])
      document.cookie = `${name}=; path=/; max-age=0${scope}`
}

type Choice = 'necessary' | 'analytics'

interface State {
  choice: Choice | null
}

/** No tool loads before this consent. */
export const useConsent = create<State>()(persist((): State => ({ choice: null }), persisted<State>('consent')))
followOtherTabs([useConsent])

/** Why the dialog is shown: the visitor asked for it, or came through a blogger's link, whose recording needs consent. */
export const useConsentDialog = create(() => ({ isAsked: false, isReferred: false }))

export const consent = {
  ask: () => useConsentDialog.setState({ isAsked: true }),
  close: () => useConsentDialog.setState({ isAsked: false }),
  choose: (choice: Choice) => {
    const previousChoice = useConsent.getState().choice
    useConsent.setState({ choice })
    consent.close()
    if (previousChoice !== 'analytics' || choice === 'analytics') return
    // A running tool stops only with the document.
    deleteToolCookies()
    location.reload()
  },
}
