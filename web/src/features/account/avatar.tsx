import clsx from 'clsx'
import type { User } from '~shared/api/types'

const TONES = ['bg-rose', 'bg-peach', 'bg-mint', 'bg-sky', 'bg-lilac', 'bg-sand']

/** Initials on a colour that stays with the account. Drawn here: no picture service learns who is signed in. */
export function Avatar({ user, className }: { user: User; className?: string }) {
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-full font-bold',
        TONES[Number(user.code) % TONES.length] ?? TONES[0],
        className,
      )}
    >
      {initials}
    </span>
  )
}
