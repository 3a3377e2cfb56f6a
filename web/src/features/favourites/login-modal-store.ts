import { create } from 'zustand'

/** Whether the login modal is open. It never opens by itself: only what a guest does opens it. */
export const useLoginModal = create(() => ({ isOpen: false }))

export const loginModal = {
  open: () => useLoginModal.setState({ isOpen: true }),
  close: () => useLoginModal.setState({ isOpen: false }),
}
