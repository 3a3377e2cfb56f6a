import clsx from 'clsx'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import type { HomeTone } from '~shared/api/types'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'

const TONE_CLASSES: Record<HomeTone, string> = {
  rose: 'bg-rose',
  peach: 'bg-peach',
  lemon: 'bg-lemon',
  mint: 'bg-mint',
  sky: 'bg-sky',
  lilac: 'bg-lilac',
  pearl: 'bg-pearl',
  sand: 'bg-sand',
}
/** In the order in which the form offers them. */
export const TONES = Object.keys(TONE_CLASSES) as HomeTone[]
const GRADIENT = 'bg-linear-135 from-peach via-rose to-lilac'

interface Props {
  name: string
  /** Whether the gradient may be chosen. It has no tone. */
  withGradient?: boolean
}

/** The radio buttons have a generated name, because the name of a section's input changes while the section moves. */
export function ToneField({ name, withGradient = false }: Props) {
  const t = useT()
  const id = useId()
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const error = errorFor(name)
  const choices = withGradient ? (['', ...TONES] as const) : TONES
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{t('adminHome.label.tone')}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((tone, index) => (
          <label
            key={tone}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line-strong/60 bg-surface px-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={id}
              checked={value === tone}
              onChange={() => onChange(tone)}
              className="size-4.5 accent-accent"
            />
            <span
              aria-hidden
              className={clsx('size-6 rounded-full border border-line-strong', tone === '' ? GRADIENT : TONE_CLASSES[tone])}
            />
            {t(tone === '' ? 'adminHome.tone.none' : `adminHome.tone.${tone}`)}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
