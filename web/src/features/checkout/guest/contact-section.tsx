// The section of a guest's checkout that signs the guest in by a code.

import { useEffect, useRef, useState } from 'react'
import { CodeForm } from '~/features/sign-in/components/code-form'
import { PhoneForm } from '~/features/sign-in/components/phone-form'
import { StepLink, StepLinks } from '~/features/sign-in/components/step-frame'
import { UnusedChoices } from '~/features/sign-in/components/unused-step'
import { formatInternational, type TypedPhone } from '~/features/sign-in/phone'
import { useRegistration } from '~/features/sign-in/registration-store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { NameForm } from './name-form'

const withoutLineBreaks = (phone: TypedPhone) => formatInternational(phone).replaceAll(' ', '\u00a0')

/** Does nothing, because the proof in the store changes the step. */
const showNextStep = () => {}

/** `phone` asks for the number, `code` for the code sent to it, `name` for the name of a new customer, and `unused` whose account it is. */
export function ContactSection() {
  const t = useT()
  const { phoneNumber, typed, verificationToken, unusedAccount } = useRegistration()
  const [isChanging, setChanging] = useState(false)
  const [isUnproven, setUnproven] = useState(false)
  // With `verificationToken`, the number is proven.
  const isCodeSent = phoneNumber && typed && !isChanging
  const stepWithoutProof = isCodeSent ? 'code' : 'phone'
  const stepWithProof = unusedAccount ? 'unused' : 'name'
  const step = verificationToken ? stepWithProof : stepWithoutProof
  const heading = useFocusOnPhoneStep(step)

  const texts = {
    phone: t('checkout.contact.phone'),
    code: typed ? t('signIn.code.text', { phone: withoutLineBreaks(typed) }) : '',
    unused: typed ? t('signIn.unused.text', { phone: withoutLineBreaks(typed) }) : '',
    name: t('checkout.contact.name'),
  }
  return (
    <section aria-labelledby="contact" className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="contact" ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('checkout.contact.title')}
        </h2>
        <p className="text-muted text-pretty">{texts[step]}</p>
      </div>
      <div className="grid max-w-md gap-5">
        {step === 'phone' && (
          <PhoneStep
            isUnproven={isUnproven}
            onSent={() => {
              setChanging(false)
              setUnproven(false)
            }}
          />
        )}
        {step === 'code' && <CodeForm onProven={showNextStep} change={<ChangeButton onPress={() => setChanging(true)} />} />}
        {step === 'unused' && <UnusedChoices next={paths.checkout()} />}
        {step === 'name' && (
          <NameForm
            onProofExpired={() => {
              setUnproven(true)
              setChanging(true)
            }}
          />
        )}
      </div>
    </section>
  )
}

/** The code and name forms focus their own fields. */
function useFocusOnPhoneStep(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current !== step && step === 'phone') heading.current?.focus()
    lastStep.current = step
  }, [step])
  return heading
}

function PhoneStep({ isUnproven, onSent }: { isUnproven: boolean; onSent: () => void }) {
  const t = useT()
  return (
    <>
      {isUnproven && (
        <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-medium">
          {t('signIn.phone.unproven')}
        </p>
      )}
      <PhoneForm onSent={onSent} />
      <StepLinks>
        <StepLink to={paths.signIn(paths.checkout(), 'password')}>{t('signIn.phone.toPassword')}</StepLink>
      </StepLinks>
    </>
  )
}

function ChangeButton({ onPress }: { onPress: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft"
    >
      {t('signIn.code.change')}
    </button>
  )
}
