import clsx from 'clsx'

interface Props {
  className: string
  /** Nothing is under way here, so nothing moves: it would be painted again and again where nobody looks. */
  still?: boolean
}

export const Skeleton = ({ className, still = false }: Props) => (
  <div aria-hidden className={clsx(still ? 'bg-sunken' : 'skeleton', 'rounded-md', className)} />
)
