// Sets the focus point of a campaign's picture: the point that stays visible when a card crops the picture.
import type { MouseEvent } from 'react'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { Picture } from '~shared/ui/picture'

const AXES = ['focusX', 'focusY'] as const

export function FocusField({ src }: { src: string }) {
  const t = useT()
  const { form } = useParentForm()
  const [x, y] = [Number(form.watch('focusX')), Number(form.watch('focusY'))]
  const set = (axis: (typeof AXES)[number], percent: number) =>
    form.setValue(axis, Math.max(0, Math.min(100, Math.round(percent))), { shouldDirty: true })
  const setByClick = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const rect = currentTarget.getBoundingClientRect()
    set('focusX', ((clientX - rect.left) / rect.width) * 100)
    set('focusY', ((clientY - rect.top) / rect.height) * 100)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{t('campaigns.focus.title')}</legend>
      <div className="flex flex-wrap items-start gap-4">
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the sliders below do the same */}
        <span className="relative block max-w-sm cursor-pointer" onClick={setByClick}>
          <img src={src} alt="" className="block w-full rounded-lg" />
          <span
            aria-hidden
            style={{ left: `${x}%`, top: `${y}%`, translate: '-50% -50%' }}
            className="absolute size-5 rounded-full border-2 border-surface bg-accent shadow-lifted"
          />
        </span>
        <Picture src={src} alt="" sizes="160px" focus={`${x}% ${y}%`} className="h-40 w-32 rounded-lg object-cover" />
      </div>
      {AXES.map((axis) => (
        <label key={axis} className="grid max-w-sm gap-1 text-[0.9375rem]">
          {t(`campaigns.focus.${axis}`, { percent: axis === 'focusX' ? x : y })}
          <input
            type="range"
            min={0}
            max={100}
            value={axis === 'focusX' ? x : y}
            onChange={({ target }) => set(axis, Number(target.value))}
            className="h-11 accent-accent"
          />
        </label>
      ))}
    </fieldset>
  )
}
