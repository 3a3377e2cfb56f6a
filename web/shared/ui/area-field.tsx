import type { ComponentProps } from 'react'
import { controlClass, FieldFrame, type FrameProps } from './field-frame'

type Props = FrameProps & Omit<ComponentProps<'textarea'>, 'className'>

/** For text of several lines; it grows with what is typed where the browser can. */
export function AreaField({ label, hint, error, mark, className, rows = 5, ...area }: Props) {
  const height = rows > 3 ? 'min-h-36' : 'min-h-24'
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          className={controlClass(Boolean(error), `field-sizing-content resize-y py-3 ${height}`)}
        />
      )}
    </FieldFrame>
  )
}
