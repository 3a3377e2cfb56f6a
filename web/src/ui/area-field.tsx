import type { ComponentProps } from 'react'
import { controlClass, FieldFrame, type FrameProps } from './field-frame'

type Props = FrameProps & Omit<ComponentProps<'textarea'>, 'className'>

/** For text of several lines; it grows with what is typed where the browser can. */
export function AreaField({ label, hint, error, mark, className, ...area }: Props) {
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <textarea rows={5} {...area} {...control} className={controlClass(Boolean(error), 'field-sizing-content min-h-36 resize-y py-3')} />
      )}
    </FieldFrame>
  )
}
