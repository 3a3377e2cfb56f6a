import { create } from 'zustand'

/** Whether the dialog asks for the second factor again. */
export const useStepUp = create<{ isAsked: boolean }>()(() => ({ isAsked: false }))

let pending: Promise<boolean> | null = null
let settle: (isConfirmed: boolean) => void = () => {}

/** Opens the dialog. Returns false when it is cancelled. Calls refused at the same time share one dialog. */
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
