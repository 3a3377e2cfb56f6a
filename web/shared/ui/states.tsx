import clsx from 'clsx'
import { Component, type ReactElement, type ReactNode } from 'react'

interface SkeletonProps {
  className: string
  /** Omits the animation, which costs power even when it is out of sight. */
  isStatic?: boolean
}

export const Skeleton = ({ className, isStatic = false }: SkeletonProps) => (
  <div aria-hidden className={clsx(isStatic ? 'bg-sunken' : 'skeleton', 'rounded-md', className)} />
)

/** Renders nothing after an error in its children. */
export class OptionalPart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

interface EmptyStateProps {
  /** The address of a picture, or an element that needs no connection. */
  picture: string | ReactElement
  title: string
  text: string
  asPageTitle?: boolean
  children?: ReactNode
}

export function EmptyState({ picture, title, text, asPageTitle = false, children }: EmptyStateProps) {
  const Heading = asPageTitle ? 'h1' : 'h2'
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-14 text-center sm:py-20">
      <div className="mb-2 grid size-36 place-items-center rounded-full bg-rose">
        {typeof picture === 'string' ? <img src={picture} alt="" width={96} height={96} className="size-24" /> : picture}
      </div>
      <Heading tabIndex={asPageTitle ? -1 : undefined} className="text-2xl">
        {title}
      </Heading>
      <p className="text-muted text-pretty">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
