import { type ComponentType, useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useIsSignedIn } from '~shared/features/auth/store'
import { CodeStep } from '~/features/sign-in/components/code-step'
import { DetailsStep } from '~/features/sign-in/components/details-step'
import { ForgotStep } from '~/features/sign-in/components/forgot-step'
import { MailedStep } from '~/features/sign-in/components/mailed-step'
import { PasswordStep } from '~/features/sign-in/components/password-step'
import { PhoneStep } from '~/features/sign-in/components/phone-step'
import { ResetStep } from '~/features/sign-in/components/reset-step'
import { safeNext } from '~/features/sign-in/next'
import { type Step, stepOf } from '~/features/sign-in/steps'
import { LogoMark } from '~shared/ui/logo'

const STEPS: Record<Step, ComponentType> = {
  phone: PhoneStep,
  code: CodeStep,
  details: DetailsStep,
  password: PasswordStep,
  forgot: ForgotStep,
  mailed: MailedStep,
  reset: ResetStep,
}

/** A new step begins at its heading, as a new page does; the code's field asks for the focus itself. */
function useFocusOnStep(step: Step) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    if (step !== 'code') document.querySelector('h1')?.focus({ preventScroll: true })
  }, [step])
}

export function Component() {
  const [search] = useSearchParams()
  const step = stepOf(search)
  useFocusOnStep(step)
  if (useIsSignedIn() && step !== 'reset') return <Navigate to={safeNext(search.get('next'))} replace />
  const Shown = STEPS[step]
  return (
    <div className="mx-auto my-6 grid max-w-md grid-cols-[minmax(0,1fr)] gap-6 rounded-2xl border border-line bg-surface p-6 shadow-quiet sm:my-14 sm:p-10">
      <LogoMark className="size-14" />
      <Shown key={step} />
    </div>
  )
}
