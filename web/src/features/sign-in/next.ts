import { paths } from '~/lib/paths'

// Any origin but ours will do: what leaves it is not a path of this shop.
const NOWHERE = 'http://nowhere.invalid'

/** Where to go after signing in. Only a path of this shop: an address from elsewhere would make the page a springboard. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, NOWHERE)) return paths.home()
  const { origin, pathname, search, hash } = new URL(next, NOWHERE)
  return origin === NOWHERE && !pathname.startsWith('//') ? pathname + search + hash : paths.home()
}
