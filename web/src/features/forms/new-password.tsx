import clsx from 'clsx'
import { useWatch } from 'react-hook-form'
import { FormPassword } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'

type Strength = 'weak' | 'fair' | 'strong'

const MIN_LENGTH = 8

// Limits of the length in which each common sequence counts as one character.
const WEAK_BELOW = 6
const MEDIUM = 11
const LONG = 16

const CHARACTER_KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const COMMON_SEQUENCES =
  /(.)\1{2,}|0?1234+5*6*7*8*9*0*|9?8?7?6?54321|qwert\w*|asdf\w*|abcd\w*|password|parol|şifrə|sifre|sovqat|azerbaijan/giu

/** Estimates by length and variety. The result is only a hint. */
export function strengthOf(password: string): Strength {
  const effectiveLength = password.replaceAll(COMMON_SEQUENCES, '·').length
  const kinds = CHARACTER_KINDS.filter((kind) => kind.test(password)).length
  if (password.length < MIN_LENGTH || effectiveLength < WEAK_BELOW) return 'weak'
  if (effectiveLength >= LONG || (effectiveLength >= MEDIUM && kinds >= 3)) return 'strong'
  return kinds >= 2 || effectiveLength >= MEDIUM ? 'fair' : 'weak'
}

/** Coloured bars of the meter. */
const BARS = { weak: 1, fair: 2, strong: 3 }
const LOOKS = { weak: 'bg-bad', fair: 'bg-warn', strong: 'bg-good' }

/** Two fields: the password and its repetition. */
export function NewPassword() {
  const t = useT()
  const { form } = useParentForm()
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
