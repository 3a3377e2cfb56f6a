import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, FieldFrame, type FrameProps } from './field-frame'

export interface Choice {
  value: string
  label: string
}

interface Props extends FrameProps, Omit<ComponentProps<'select'>, 'className' | 'children'> {
  choices: Choice[]
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined
}

/** The platform's own list: it opens as people know it and can be typed into. */
export function SelectField({ label, hint, error, mark, className, choices, placeholder, ...select }: Props) {
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={controlClass(Boolean(error), 'h-13 appearance-none pr-11')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-4.5 right-4 size-4 text-muted" />
        </div>
      )}
    </FieldFrame>
  )
}
