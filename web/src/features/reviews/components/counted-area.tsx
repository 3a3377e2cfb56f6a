import clsx from 'clsx'
import { useWatch } from 'react-hook-form'
import { FormArea } from '~shared/features/forms/fields'
import { useFormAbove } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { lengthOf } from '../rules'

const NEAR_THE_END = 100

interface Props {
  name: string
  longest: number
  hint?: string
  rows?: number
}

/** Says how much there is room for. What is too long is not cut off: it is said, and nothing of it is lost. */
export function CountedArea({ name, longest, hint, rows }: Props) {
  const t = useT()
  const { form } = useFormAbove()
  const length = lengthOf(String(useWatch({ control: form.control, name }) ?? ''))
  return (
    <div className="grid gap-1">
      <FormArea name={name} hint={hint} rows={rows} />
      <p
        aria-live={length > longest - NEAR_THE_END ? 'polite' : 'off'}
        className={clsx('justify-self-end text-sm tabular-nums', length > longest ? 'font-semibold text-bad' : 'text-muted')}
      >
        <span aria-hidden>
          {number(length)} / {number(longest)}
        </span>
        <span className="sr-only">{t('reviews.form.counter', { n: number(length), max: number(longest) })}</span>
      </p>
    </div>
  )
}
