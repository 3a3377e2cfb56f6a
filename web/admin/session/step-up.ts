// Connects calls that need the second factor again (step-up) with the dialog that asks for it.
import { create } from 'zustand'

/** Whether the dialog asks for the second factor again. */
export const useStepUp = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))

/** The answer that all waiting calls share, while the dialog is open. */
let pending: Promise<boolean> | null = null
let settle: (isConfirmed: boolean) => void = () => {}

/** Opens the dialog, or joins the open one. Resolves to true when the factor was given, and to false when the dialog is cancelled. */
export function askForStepUp(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    settle = resolve
    useStepUp.setState({ isAsked: true })
  })
  return pending
}

/** Closes the dialog, and answers the waiting calls. */
export function answerStepUp(isConfirmed: boolean) {
  useStepUp.setState({ isAsked: false })
  pending = null
  settle(isConfirmed)
}
