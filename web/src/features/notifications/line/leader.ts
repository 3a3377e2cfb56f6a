// One line for the whole browser, however many tabs are open: one of them leads, the others hear from it.

const NAME = 'sovqat-notifications'

/** What is needed to agree on one tab. Where it is missing, every tab counts for itself. */
export const canAgree = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/** Waits until no other tab leads, and then leads until told to stop. A tab that is closed or dies makes room for the next one. */
export async function leadInTurn(signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(NAME, { signal }, lead)
  } catch (error) {
    // Told to stop while it waited for its turn.
    if (!signal.aborted) throw error
  }
}

/** Where the leader tells the other tabs; it does not hear itself. */
export const channel = () => new BroadcastChannel(NAME)
