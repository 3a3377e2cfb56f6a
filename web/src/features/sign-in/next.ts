import { withoutLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'

// Any origin but ours will do: what leaves it is not a path of this shop.
const NOWHERE = 'http://nowhere.invalid'

/**
 * Where to go after signing in. Only a path of this shop: an address from elsewhere would make the page a springboard. The router adds the
 * language, so one that the path names already is left out.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, NOWHERE)) return paths.home()
  const { origin, pathname, search, hash } = new URL(next, NOWHERE)
  const path = withoutLocale(pathname)
  return origin === NOWHERE && !path.startsWith('//') ? path + search + hash : paths.home()
}
