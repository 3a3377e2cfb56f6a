import clsx from 'clsx'
import { useWatch } from 'react-hook-form'
import { useT } from '~shared/i18n/context'
import { FormPassword } from '~shared/features/forms/fields'
import { strengthOf } from './password-strength'
import { useFormAbove } from '~shared/features/forms/send-form'

const BARS = { weak: 1, fair: 2, strong: 3 }
const LOOKS = { weak: 'bg-bad', fair: 'bg-warn', strong: 'bg-good' }

/** A new password twice, with a word on how good it is. */
export function NewPassword() {
  const t = useT()
  const { form } = useFormAbove()
  const password = String(useWatch({ control: form.control, name: 'password' }) ?? '')
  return (
    <>
      <div className="grid gap-2">
        <FormPassword name="password" autoComplete="new-password" hint={t('forms.password.hint')} />
        {password !== '' && <StrengthMeter password={password} />}
      </div>
      <FormPassword name="passwordConfirmation" autoComplete="new-password" />
    </>
  )
}

function StrengthMeter({ password }: { password: string }) {
  const t = useT()
  const strength = strengthOf(password)
  return (
    <div className="flex items-center gap-3 text-sm">
      <span aria-hidden className="grid w-28 grid-cols-3 gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={clsx('h-1.5 rounded-full', bar <= BARS[strength] ? LOOKS[strength] : 'bg-line')} />
        ))}
      </span>
      <span role="status" className="text-muted">
        {t(`forms.password.strength.${strength}`)}
      </span>
    </div>
  )
}
