import * as v from 'valibot'
import { optionalText } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'

// The server's rule: each box takes addresses of its own place only. A link in the wrong box is the usual mistake.

const LONGEST = 300

const says = (code: FieldCode) => code

function isAt(hosts: string[], typed: string): boolean {
  if (typed === '') return true
  if (!URL.canParse(typed)) return false
  const { protocol, hostname, username, password, port } = new URL(typed)
  const isPlain = protocol === 'https:' && hostname.includes('.') && !username && !password && !port
  return isPlain && (hosts.length === 0 || hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)))
}

/** A link to one of these places or to any below them; to anywhere when none is named. Empty where there is nothing to lead to. */
export const link = (...hosts: string[]) =>
  v.pipe(
    optionalText(LONGEST),
    v.check((typed) => isAt(hosts, typed), says('invalid_link')),
  )
