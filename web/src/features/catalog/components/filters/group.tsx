import { type ReactNode, useId } from 'react'

/** Filters that belong together, under their name. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <p id={id} className="mb-1.5 font-semibold">
        {title}
      </p>
      {children}
    </div>
  )
}
