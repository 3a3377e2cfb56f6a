import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '~shared/ui/button'

interface Props {
  /** The prefix of the ids of the buttons: `{id}-earlier` and `{id}-later`. */
  id?: string
  labels: { up: string; down: string }
  isFirst: boolean
  isLast: boolean
  onUp: () => void
  onDown: () => void
}

/** The buttons at both ends of the list stay focusable, although they cannot move anything. */
export function OrderButtons({ id, labels, isFirst, isLast, onUp, onDown }: Props) {
  const buttons = [
    { Icon: ArrowUp, name: 'earlier', label: labels.up, isIdle: isFirst, act: onUp },
    { Icon: ArrowDown, name: 'later', label: labels.down, isIdle: isLast, act: onDown },
  ]
  return buttons.map(({ Icon, name, label, isIdle, act }) => (
    <IconButton
      key={name}
      id={id && `${id}-${name}`}
      label={label}
      aria-disabled={isIdle || undefined}
      className={clsx(isIdle && 'opacity-40')}
      onClick={() => !isIdle && act()}
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  ))
}
