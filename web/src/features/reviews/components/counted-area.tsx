import clsx from 'clsx'
import { useWatch } from 'react-hook-form'
import { FormArea } from '~/features/forms/fields'
import { useFormAbove } from '~/features/forms/send-form'
import { useT } from '~/i18n/context'
import { number } from '~/i18n/format'
import { lengthOf, LONGEST } from '../rules'

const NEAR = LONGEST - 100

/** Says how much there is room for. What is too long is not cut off: it is said, and nothing of it is lost. */
export function CountedArea({ name, hint, rows }: { name: string; hint?: string; rows?: number }) {
  const t = useT()
  const { form } = useFormAbove()
  const length = lengthOf(String(useWatch({ control: form.control, name }) ?? ''))
  return (
    <div className="grid gap-1">
      <FormArea name={name} hint={hint} rows={rows} />
      <p
        aria-live={length > NEAR ? 'polite' : 'off'}
        className={clsx('justify-self-end text-sm tabular-nums', length > LONGEST ? 'font-semibold text-bad' : 'text-muted')}
      >
        <span aria-hidden>
          {number(length)} / {number(LONGEST)}
        </span>
        <span className="sr-only">{t('reviews.form.counter', { n: number(length), max: number(LONGEST) })}</span>
      </p>
    </div>
  )
}
