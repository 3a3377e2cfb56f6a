import { useEffect, useRef, useState } from 'react'
import { CodeForm } from '~/features/sign-in/components/code-form'
import { PhoneForm } from '~/features/sign-in/components/phone-form'
import { Way, Ways } from '~/features/sign-in/components/way'
import { international } from '~/features/sign-in/phone'
import { useRegister } from '~/features/sign-in/register-store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { NameForm } from './name-form'

/** Signs the shopper in during checkout: asks for the phone number and its code, and for the name when the number is new. */
export function ContactSection() {
  const t = useT()
  const { phoneNumber, typed, verificationToken } = useRegister()
  const [isChanging, setChanging] = useState(false)
  const [isUnproven, setUnproven] = useState(false)
  const step = verificationToken ? 'name' : phoneNumber && typed && !isChanging ? 'code' : 'phone'
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  // The code asks for the focus itself, and the name does.
  useEffect(() => {
    if (last.current !== step && step === 'phone') heading.current?.focus()
    last.current = step
  }, [step])

  const changeNumber = () => setChanging(true)
  const texts = {
    phone: t('checkout.contact.phone'),
    code: typed ? t('signIn.code.text', { phone: international(typed).replaceAll(' ', '\u00a0') }) : '',
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
          <>
            {isUnproven && (
              <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-medium">
                {t('signIn.phone.unproven')}
              </p>
            )}
            <PhoneForm
              onSent={() => {
                setChanging(false)
                setUnproven(false)
              }}
            />
            <Ways>
              <Way to={paths.signIn(paths.checkout(), 'password')}>{t('signIn.phone.toPassword')}</Way>
            </Ways>
          </>
        )}
        {step === 'code' && (
          <CodeForm
            onNewcomer={() => {}}
            change={
              <button
                type="button"
                onClick={changeNumber}
                className="-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft"
              >
                {t('signIn.code.change')}
              </button>
            }
          />
        )}
        {step === 'name' && (
          <NameForm
            onUnproven={() => {
              setUnproven(true)
              setChanging(true)
            }}
          />
        )}
      </div>
    </section>
  )
}
