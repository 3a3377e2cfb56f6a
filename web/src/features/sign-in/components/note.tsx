import clsx from 'clsx'
import { useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import type { Arrival } from '../steps'

const NOTES = {
  reset: { text: 'signIn.password.reset', look: 'bg-good-soft text-good' },
  unproven: { text: 'signIn.phone.unproven', look: 'bg-warn-soft text-warn' },
} as const

/** Why one has come here, when it was not one's own idea. */
export function Note() {
  const t = useT()
  const { note } = (useLocation().state ?? {}) as Arrival
  const known = note && NOTES[note]
  return known ? (
    <p role="status" className={clsx('rounded-lg px-4 py-3 font-medium text-pretty', known.look)}>
      {t(known.text)}
    </p>
  ) : null
}
