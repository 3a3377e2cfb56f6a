// Buttons that move a field or a value up and down.
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useI18n } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'

interface OrderProps {
  name: string
  index: number
  isLast: boolean
  onMove: (to: number) => void
}

/** A button at the end of the list does nothing, but keeps the focus. */
export function OrderButtons({ name, index, isLast, onMove }: OrderProps) {
  const { t } = useI18n()
  const steps = [
    { Icon: ArrowUp, label: t('adminCategories.upOf', { name }), to: index - 1, isIdle: index === 0 },
    { Icon: ArrowDown, label: t('adminCategories.downOf', { name }), to: index + 1, isIdle: isLast },
  ]
  return steps.map(({ Icon, label, to, isIdle }) => (
    <IconButton
      key={label}
      label={label}
      aria-disabled={isIdle || undefined}
      className={clsx(isIdle && 'opacity-40')}
      onClick={() => !isIdle && onMove(to)}
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  ))
}
