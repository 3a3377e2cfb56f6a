import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useFormAbove } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'

const SCALE = ['1', '2', '3', '4', '5'] as const

/** Five stars to choose from: radio buttons, so that the arrow keys choose, and each says what it means. */
export function StarField({ name }: { name: string }) {
  const t = useT()
  const id = useId()
  const { form, labels, wordsFor } = useFormAbove()
  const [pointed, setPointed] = useState(0)
  const chosen = Number(useWatch({ control: form.control, name }) ?? 0)
  const shown = pointed || chosen
  const said = SCALE[shown - 1]
  const error = wordsFor(name)
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
      className="grid gap-1"
    >
      <legend className="mb-1 text-[0.9375rem] font-semibold">{labels[name]}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex" onPointerLeave={() => setPointed(0)}>
          {SCALE.map((value) => (
            <label
              key={value}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(Number(value))}
              className="relative grid size-12 cursor-pointer place-items-center"
            >
              <input
                {...form.register(name)}
                type="radio"
                value={value}
                aria-label={`${t('reviews.stars', { count: Number(value) })}, ${t(`reviews.scale.${value}`)}`}
                className="absolute inset-1 cursor-pointer appearance-none rounded-md outline-offset-0"
              />
              <Star
                aria-hidden
                className={clsx(
                  'pointer-events-none size-9 transition-[scale,color] duration-150',
                  Number(value) <= shown ? 'scale-100 fill-star text-star' : 'scale-92 fill-transparent text-line-strong',
                )}
                strokeWidth={1.5}
              />
            </label>
          ))}
        </div>
        <span aria-hidden className="min-h-6 font-semibold">
          {said && t(`reviews.scale.${said}`)}
        </span>
      </div>
      {error && (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
