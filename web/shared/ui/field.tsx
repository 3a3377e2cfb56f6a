import type { ComponentProps, ReactNode } from 'react'
import { controlClass, FieldFrame, type FrameProps } from './field-frame'

interface Props extends FrameProps, Omit<ComponentProps<'input'>, 'className'> {
  trailing?: ReactNode
}

export function TextField({ label, hint, error, mark, trailing, className, ...input }: Props) {
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={controlClass(Boolean(error), trailing ? 'h-13 pr-13' : 'h-13')} />
          {trailing && <div className="absolute inset-y-1 right-1 grid place-items-center">{trailing}</div>}
        </div>
      )}
    </FieldFrame>
  )
}
