import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept, tab } from '~shared/lib/persist'

interface State {
  isHidden: boolean
}

/** Sent away for this visit: the next one may have a question. */
export const useChatButton = create<State>()(persist((): State => ({ isHidden: false }), kept<State>('chatButton', { area: tab })))

export const hideChatButton = () => useChatButton.setState({ isHidden: true })
