// Connects calls that need the second factor again (step-up) with the dialog that asks for it.
import { create } from 'zustand'

export const useStepUp = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))

/** All waiting calls share this promise while the dialog is open. */
let pending: Promise<boolean> | null = null
let settle: (isConfirmed: boolean) => void = () => {}

/** Opens the dialog, or joins the open one. Resolves to false when the dialog is cancelled. */
export function askForStepUp(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    settle = resolve
    useStepUp.setState({ isAsked: true })
  })
  return pending
}

export function answerStepUp(isConfirmed: boolean) {
  useStepUp.setState({ isAsked: false })
  pending = null
  settle(isConfirmed)
}
