// Buttons that move an entry of a list up and down, or to the left and right.
import clsx from 'clsx'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { IconButton } from '~shared/ui/button'

interface Props {
  /** The prefix of the ids of the buttons: `{id}-earlier` and `{id}-later`. */
  id?: string
  labels: { up: string; down: string }
  isFirst: boolean
  isLast: boolean
  /** Whether the entries are beside each other. */
  isRow?: boolean
  /** Called with the number of places, which is negative for upwards. */
  onMove: (step: -1 | 1) => void
}

/** The buttons at both ends of the list stay focusable, although they cannot move anything. */
export function OrderButtons({ id, labels, isFirst, isLast, isRow = false, onMove }: Props) {
  const buttons = [
    { Icon: isRow ? ArrowLeft : ArrowUp, name: 'earlier', label: labels.up, isIdle: isFirst, step: -1 },
    { Icon: isRow ? ArrowRight : ArrowDown, name: 'later', label: labels.down, isIdle: isLast, step: 1 },
  ] as const
  return buttons.map(({ Icon, name, label, isIdle, step }) => (
    <IconButton
      key={name}
      id={id && `${id}-${name}`}
      label={label}
      aria-disabled={isIdle || undefined}
      className={clsx(isIdle && 'opacity-40')}
      onClick={() => !isIdle && onMove(step)}
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  ))
}
